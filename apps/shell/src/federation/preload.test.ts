import { aRemote, aRoute } from '../testing/boot.ts';
import { secondAddress } from './load-plan.ts';
import { createPreload } from './preload.ts';
import { sourcesOf } from './remote-source.ts';

const remote = aRemote();
const route = aRoute();
const [source] = sourcesOf(remote, route);
const links = (rel: string) => [...document.head.querySelectorAll<HTMLLinkElement>(`link[rel="${rel}"]`)];

beforeEach(() => {
  document.head.innerHTML = '';
  document.body.innerHTML = '';
});

test('each file is requested once, with the integrity from the import map', async () => {
  const map = { integrity: { [`${remote.base}remoteEntry.js`]: 'sha384-entry' } };
  document.head.innerHTML = `<script type="importmap">${JSON.stringify(map)}</script><link rel="modulepreload" href="${remote.base}assets/app.js">`;
  const { preload } = createPreload(document);
  const done = preload(source, remote.base);
  links('stylesheet')[0]?.dispatchEvent(new Event('load'));
  await done;
  await preload(source, remote.base);
  expect(links('modulepreload').map((link) => new URL(link.href).pathname.replace(remote.base, ''))).toEqual([
    'assets/app.js',
    'remoteEntry.js',
    'assets/clock.js',
  ]);
  const entry = links('modulepreload')[1];
  expect([entry?.integrity, entry?.crossOrigin]).toEqual(['sha384-entry', 'anonymous']);
  expect(links('stylesheet')).toHaveLength(1);
});

test('scripts at the second address are fetched, and again after a failure', async () => {
  const there = new Set<string>();
  const requests: string[] = [];
  globalThis.fetch = jest.fn((url: string) => {
    const { pathname } = new URL(url);
    requests.push(pathname);
    if (pathname.endsWith('clock.js')) return Promise.reject(new TypeError('offline'));
    return Promise.resolve({ ok: there.has(pathname), arrayBuffer: () => Promise.resolve(new ArrayBuffer(0)) } as Response);
  }) as typeof fetch;
  const base = secondAddress(remote.base);
  const { preload } = createPreload(document);
  const again = async () => {
    requests.length = 0;
    void preload(source, base);
    await new Promise((resolve) => setTimeout(resolve));
    return requests;
  };
  const [entry, app, clock] = [`${base}remoteEntry.js`, `${base}assets/app.js`, `${base}assets/clock.js`];
  expect(await again()).toEqual([entry, app, clock]);
  for (const path of [entry, app]) there.add(path);
  expect(await again()).toEqual([entry, app, clock]);
  expect(await again()).toEqual([clock]);
  expect(links('modulepreload')).toEqual([]);
});

test('a stylesheet that fails can be requested again', async () => {
  const { preload } = createPreload(document);
  const failing = preload(source, remote.base);
  links('stylesheet')[0]?.dispatchEvent(new Event('error'));
  await expect(failing).rejects.toThrow('did not load');
  expect(links('stylesheet')).toHaveLength(0);
});

test('styles of a release that is no longer shown are removed, and can be requested again', async () => {
  const { preload, retire } = createPreload(document);
  const show = async () => {
    const done = preload(source, remote.base);
    links('stylesheet')[0]?.dispatchEvent(new Event('load'));
    await done;
  };
  await show();
  retire('/r/demos-games/9.9.9-0123456789ab/');
  expect(links('stylesheet')).toHaveLength(1);
  retire(remote.base);
  expect(links('stylesheet')).toHaveLength(0);
  await show();
  expect(links('stylesheet')).toHaveLength(1);
});

test('a link that is replaced or removed fires an error event for the code that is waiting for it', async () => {
  const { preload, retire } = createPreload(document);
  // As a remote's build adds it.
  const added = document.createElement('link');
  Object.assign(added, { rel: 'stylesheet', href: `${remote.base}assets/clock.css` });
  document.head.append(added);
  const failed = jest.fn();
  added.addEventListener('error', failed);
  const loading = preload(source, remote.base);
  expect(failed).toHaveBeenCalledTimes(1);
  expect(links('stylesheet')).not.toContain(added);
  retire(remote.base);
  await expect(loading).rejects.toThrow('did not load');
  // The next attempt is not affected.
  const again = preload(source, remote.base);
  links('stylesheet')[0]?.dispatchEvent(new Event('load'));
  await again;
  expect(links('stylesheet')).toHaveLength(1);
});
