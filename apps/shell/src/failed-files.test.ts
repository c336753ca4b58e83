import { forgetFailedFiles } from './failed-files.ts';

const BASE = '/r/demos-games/1.2.0-0123456789ab/';
const there = new Set<string>();
const asked: string[] = [];

beforeEach(() => {
  there.clear();
  asked.length = 0;
  globalThis.fetch = jest.fn((url: string, { method }: RequestInit) => {
    const { pathname } = new URL(url);
    asked.push(`${method} ${pathname}`);
    return pathname.endsWith('offline.js')
      ? Promise.reject(new TypeError('offline'))
      : Promise.resolve({ ok: there.has(pathname) } as Response);
  }) as typeof fetch;
  document.head.innerHTML = `
    <link rel="modulepreload" href="${BASE}a.js"><link rel="preload" as="style" href="${BASE}a.css">
    <link rel="preload" as="font" href="${BASE}a.woff2"><link rel="modulepreload" href="/r/other/b.js">`;
});

test('the preloaded scripts and styles of one folder are asked for, in a way that brings no content', async () => {
  expect(await forgetFailedFiles(document, BASE)).toBe(false);
  expect(asked).toEqual([`HEAD ${BASE}a.js`, `HEAD ${BASE}a.css`]);
  for (const name of ['a.js', 'a.css']) there.add(BASE + name);
  expect(await forgetFailedFiles(document, BASE)).toBe(true);
});

test('a server that does not respond lacks the file', async () => {
  document.head.innerHTML = `<link rel="modulepreload" href="${BASE}offline.js">`;
  expect(await forgetFailedFiles(document, BASE)).toBe(false);
});
