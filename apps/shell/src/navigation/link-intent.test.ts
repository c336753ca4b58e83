import { createRemotePages } from '../federation/remote-pages.tsx';
import { idleLoader } from '../federation/page-load.ts';
import { lazyPart } from '../lazy-part.ts';
import { createSitePages } from '../pages/site-pages.tsx';
import { aBoot, aRemote, aRoute } from '../testing/boot.ts';
import { watchLinkIntent } from './link-intent.ts';

const route = aRoute();
const boot = aBoot({ remotes: [aRemote({ routes: [route] })] });

async function setUp(saveData: boolean) {
  document.body.innerHTML = '<a href="/projects/analog-clock"><b>Clock</b></a><a href="/nowhere"><i>Nowhere</i></a>';
  const prefetch = jest.fn();
  const loadRemotePages = jest.fn(() => Promise.resolve(createRemotePages({ ...idleLoader, prefetch })));
  const remotePages = lazyPart(loadRemotePages);
  const stop = watchLinkIntent(document, createSitePages(boot, remotePages), { userAgent: '', connection: { saveData } });
  const point = async (selector: string, type = 'pointerover') => {
    document.querySelector(selector)?.dispatchEvent(new Event(type, { bubbles: true }));
    await Promise.resolve();
  };
  return { prefetch, loadRemotePages, remotePages, stop, point };
}

test('warms the page behind the link, by pointer, focus and touch', async () => {
  const { prefetch, loadRemotePages, remotePages, stop, point } = await setUp(false);
  await point('i');
  expect(loadRemotePages).not.toHaveBeenCalled();
  for (const type of ['pointerover', 'focusin', 'touchstart']) await point('b', type);
  await remotePages.load();
  expect(loadRemotePages).toHaveBeenCalledTimes(1);
  expect(prefetch.mock.calls).toEqual(Array.from({ length: 3 }, () => [boot.remotes[0], route]));
  stop();
  await point('b');
  expect(prefetch).toHaveBeenCalledTimes(3);
});

test('warms nothing while the data saver is on', async () => {
  const { loadRemotePages, stop, point } = await setUp(true);
  await point('b');
  expect(loadRemotePages).not.toHaveBeenCalled();
  stop();
});
