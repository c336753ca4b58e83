import type { ErrorReport } from '@site/contracts';
import { createErrorReporter, framesOf } from './error-reports.ts';

const ORIGIN = 'https://site.example';
const TOKEN = 'a'.repeat(50);
const EGGS = { app: 'eggs', release: '1.0.0-aaaaaaaaaaaa' };
const SCRIPT = `${ORIGIN}/r/eggs/${EGGS.release}/assets/eggs.page-B_1a.js`;
const FRAME = `/r/eggs/${EGGS.release}/assets/eggs.page-B_1a.js`;

const anError = (stack: string, error: Error = new TypeError('no price')) => Object.assign(error, { stack });

function setUp() {
  const sent: ErrorReport[] = [];
  return { sent, report: createErrorReporter(ORIGIN, TOKEN, (body) => sent.push(body)) };
}

test.each([
  ['Chromium', `TypeError: no price\n    at Page (${SCRIPT}:1:234)\n    at async ${SCRIPT}:2:5`],
  ['Firefox', `Page@${SCRIPT}:1:234\n@${SCRIPT}:2:5`],
  ['Safari', `Page@${SCRIPT}:1:234\nglobal code@${SCRIPT}:2:5`],
])('reads the stacks of %s', (_, stack) => {
  expect(framesOf(stack, ORIGIN)).toEqual({ frames: [`${FRAME}:1:234`, `${FRAME}:2:5`], first: EGGS });
});

test('leaves out other sites, pages, extensions, queries and the second address of a release', () => {
  const stack = [
    `at a (https://evil.example/r/eggs/${EGGS.release}/assets/a.js:1:1)`,
    'at b (chrome-extension://abc/content.js:1:1)',
    `at c (${ORIGIN}/projects/eggs?visitor=secret:3:4)`,
    `at d (${SCRIPT.replace(EGGS.release, `${EGGS.release}~1`)}?v=secret:5:6)`,
    `at e (${SCRIPT.replace('eggs/', 'eggs/..%2f')}:1:1)`,
  ].join('\n    ');
  expect(framesOf(stack, ORIGIN).frames).toEqual([`${FRAME}:5:6`]);
});

test('an error is reported once, with at most twenty frames and 300 characters', () => {
  const { sent, report } = setUp();
  const lines = Array.from({ length: 30 }, (_, line) => `    at f (${SCRIPT}:${line + 1}:1)`).join('\n');
  for (let n = 0; n < 3; n += 1) report(anError(lines, new RangeError('x'.repeat(400))));
  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({ ...EGGS, token: TOKEN, name: 'RangeError', message: 'x'.repeat(300) });
  expect(sent[0]?.frames).toHaveLength(20);
});

test('one document reports five errors at most', () => {
  const { sent, report } = setUp();
  for (let line = 1; line <= 9; line += 1) report(anError(`at f (${SCRIPT}:${line}:1)`));
  expect(sent).toHaveLength(5);
});

test('an error without the site’s code in its stack counts only if a release failed because of it', () => {
  const { sent, report } = setUp();
  for (const error of [anError('at a (chrome-extension://abc/content.js:1:1)'), 'text', undefined]) report(error);
  expect(sent).toEqual([]);
  report(anError('', Object.assign(new Error('Failed to fetch'), { name: 'odd name!' })), EGGS);
  report('thrown text', EGGS);
  expect(sent.map(({ name, message, frames }) => [name, message, frames])).toEqual([
    ['Error', 'Failed to fetch', []],
    ['Error', 'thrown text', []],
  ]);
});
