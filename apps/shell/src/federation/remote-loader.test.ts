import type { RemoteRoutesModule } from '@site/host';
import { aLoader } from '../testing/a-loader.ts';
import { aRemote, aRoute } from '../testing/boot.ts';
import { type LoaderPorts } from './page-load.ts';
import { secondAddress } from './load-plan.ts';
import { sourcesOf, type BrokenReleases } from './remote-source.ts';

const Clock = () => null;
const route = aRoute();
const remote = aRemote({ routes: [route] });
const firstEntry = `${remote.base}remoteEntry.js`;
const secondEntry = `/r/demos-games/${remote.release}~1/remoteEntry.js`;

const routesModule = (Component: typeof Clock = Clock): RemoteRoutesModule => ({
  routes: [{ path: route.path, lazy: () => Promise.resolve({ Component }) }],
});
const never = () => new Promise<never>(() => {});

function aDeferred<T>() {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((accept) => {
    resolve = accept;
  });
  return { promise, resolve };
}

function setUp(loadRoutes: (entry: string) => Promise<RemoteRoutesModule>, ports: Partial<LoaderPorts> = {}) {
  const entries: string[] = [];
  const report = jest.fn();
  const retire = jest.fn();
  const names = new Set<string>();
  const broken: BrokenReleases = {
    has: ({ release }) => names.has(release),
    add: ({ release }) => void names.add(release),
    forget: ({ release }) => void names.delete(release),
  };
  const loader = aLoader({
    importRuntime: () =>
      Promise.resolve({
        loadRoutes: (_container, entry) => {
          entries.push(entry);
          return loadRoutes(entry);
        },
      }),
    retire,
    broken,
    fallbackDelay: () => 4_000,
    report,
    ...ports,
  });
  return { loader, entries, report, retire, broken };
}

const settle = () => jest.advanceTimersByTimeAsync(0);

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('a page that arrives is loaded once, from its first address', async () => {
  const { loader, entries, report } = setUp(() => Promise.resolve(routesModule()));
  loader.load(remote, route);
  loader.load(remote, route);
  await settle();
  expect(loader.state(route)).toEqual({
    status: 'loaded',
    phase: 'render',
    Component: Clock,
    release: remote.release,
    rounds: 1,
  });
  loader.ready(remote, route);
  expect(loader.state(route)).toMatchObject({ phase: 'ready' });
  await jest.advanceTimersByTimeAsync(20_000);
  loader.load(remote, route);
  expect(entries).toEqual([firstEntry]);
  expect(report).not.toHaveBeenCalled();
});

test('a rejected container is requested again at once, from the second address', async () => {
  const { loader, entries } = setUp((entry) =>
    entry === firstEntry ? Promise.reject(new Error('404')) : Promise.resolve(routesModule()),
  );
  loader.load(remote, route);
  await settle();
  expect(entries).toEqual([firstEntry, secondEntry]);
  expect(loader.state(route).status).toBe('loaded');
});

test('a rejected page module is requested again from the second address', async () => {
  const broken: RemoteRoutesModule = { routes: [{ path: route.path, lazy: () => Promise.reject(new Error('chunk 404')) }] };
  const { loader, entries } = setUp((entry) => Promise.resolve(entry === firstEntry ? broken : routesModule()));
  loader.load(remote, route);
  await settle();
  expect(entries).toEqual([firstEntry, secondEntry]);
  expect(loader.state(route).status).toBe('loaded');
});

test('when both addresses reject, the page fails at once and names the phase', async () => {
  const { loader, report } = setUp(() => Promise.reject(new Error('entry returned 503')));
  loader.load(remote, route);
  await settle();
  expect(loader.state(route)).toMatchObject({
    status: 'failed',
    rounds: 1,
    failure: { remote: 'demos-games', path: route.path, phase: 'fetch', message: 'entry returned 503' },
  });
  expect(report).toHaveBeenCalledTimes(1);
});

test('a runtime that cannot be fetched fails in the resolve phase', async () => {
  const { loader } = setUp(() => Promise.resolve(routesModule()), {
    importRuntime: () => Promise.reject(new Error('no runtime')),
  });
  loader.load(remote, route);
  await settle();
  expect(loader.state(route)).toMatchObject({ failure: { phase: 'resolve', message: 'no runtime' } });
});

test('a remote without the promised page fails in the init phase', async () => {
  const { loader } = setUp(() => Promise.resolve({ routes: [] }));
  loader.load(remote, route);
  await settle();
  expect(loader.state(route)).toMatchObject({
    failure: { phase: 'init', message: expect.stringContaining('no page for /projects/analog-clock') },
  });
});

test('a stylesheet that does not load counts as a failed attempt', async () => {
  const preload = jest.fn((_source: unknown, base: string) =>
    base.includes('~1') ? Promise.resolve() : Promise.reject(new Error('stylesheet 404')),
  );
  const { loader } = setUp(() => Promise.resolve(routesModule()), { preload });
  loader.load(remote, route);
  await settle();
  expect(preload).toHaveBeenCalledTimes(2);
  expect(loader.state(route).status).toBe('loaded');
});

test('without a response after half the fallback delay the second address is tried as well', async () => {
  const { loader, entries } = setUp((entry) => (entry === firstEntry ? never() : Promise.resolve(routesModule())));
  loader.load(remote, route);
  await jest.advanceTimersByTimeAsync(1_999);
  expect(entries).toEqual([firstEntry]);
  await jest.advanceTimersByTimeAsync(1);
  expect(entries).toEqual([firstEntry, secondEntry]);
  expect(loader.state(route).status).toBe('loaded');
});

test('scripts that have arrived but have not run yet are not requested again', async () => {
  const { loader, entries } = setUp(never, { haveAllArrived: () => true });
  loader.load(remote, route);
  await jest.advanceTimersByTimeAsync(3_999);
  expect(entries).toEqual([firstEntry]);
  await jest.advanceTimersByTimeAsync(1);
  expect(entries).toContain(secondEntry);
});

test('without a response after eight seconds the page fails and names the phase that hangs', async () => {
  const { loader } = setUp(never);
  loader.load(remote, route);
  await jest.advanceTimersByTimeAsync(7_999);
  expect(loader.state(route)).toEqual({ status: 'loading', phase: 'fetch' });
  await jest.advanceTimersByTimeAsync(1);
  expect(loader.state(route)).toMatchObject({
    status: 'failed',
    failure: { phase: 'fetch', message: 'no response within 8 seconds' },
  });
});

test('a late success recovers the failed page without Retry', async () => {
  const late = aDeferred<RemoteRoutesModule>();
  const { loader } = setUp((entry) => (entry === firstEntry ? late.promise : never()));
  const onChange = jest.fn();
  loader.subscribe(remote, route, onChange);
  loader.load(remote, route);
  await jest.advanceTimersByTimeAsync(9_000);
  expect(loader.state(route).status).toBe('failed');
  onChange.mockClear();
  late.resolve(routesModule());
  await settle();
  expect(loader.state(route).status).toBe('loaded');
  expect(onChange).toHaveBeenCalled();
});

test('opening a failed page again starts again with both addresses', async () => {
  let broken = true;
  const { loader, entries, report } = setUp(() => (broken ? Promise.reject(new Error('down')) : Promise.resolve(routesModule())));
  loader.load(remote, route);
  await settle();
  loader.load(remote, route);
  await settle();
  expect(loader.state(route)).toMatchObject({ status: 'failed', rounds: 2 });
  expect(report).toHaveBeenCalledTimes(2);
  broken = false;
  loader.load(remote, route);
  await settle();
  expect(loader.state(route).status).toBe('loaded');
  expect(entries).toEqual([firstEntry, secondEntry, firstEntry, secondEntry, firstEntry]);
});

/** A browser that never requests a failed module again, and a visitor who has pressed Retry. */
async function retryWithCachedFailure(isServed: boolean, look: () => void = () => {}) {
  const reload = jest.fn();
  const asked = jest.fn(() => Promise.resolve(isServed));
  const { loader, report } = setUp(() => Promise.reject(new Error('remembered')), { isServed: asked, reload });
  const leave = loader.subscribe(remote, route, look);
  loader.load(remote, route);
  await settle();
  expect(asked).not.toHaveBeenCalled();
  loader.retry(remote, route);
  return { loader, leave, asked, reload, report };
}

test('once missing files are back and the browser remembers their failure, Retry reloads the document', async () => {
  const { loader, asked, reload, report } = await retryWithCachedFailure(true);
  await settle();
  expect(asked.mock.calls).toEqual([[sourcesOf(remote, route)[0], remote.base]]);
  expect(reload).toHaveBeenCalledTimes(1);
  expect(loader.state(route).status).toBe('loading');
  expect(report).toHaveBeenCalledTimes(1);
});

test('as long as the files are missing, Retry ends at the error card', async () => {
  const { loader, reload, report } = await retryWithCachedFailure(false);
  await settle();
  expect(loader.state(route)).toMatchObject({ status: 'failed', rounds: 2 });
  expect(reload).not.toHaveBeenCalled();
  expect(report).toHaveBeenCalledTimes(2);
});

test('the document is not reloaded if the visitor has left the page', async () => {
  const { loader, leave, reload } = await retryWithCachedFailure(true);
  leave();
  await settle();
  expect(loader.state(route).status).toBe('failed');
  expect(reload).not.toHaveBeenCalled();
});

test('other pages of a remote are loaded from the address that responded', async () => {
  const other = aRoute({ path: '/projects/clocks' });
  const both: RemoteRoutesModule = {
    routes: [...routesModule().routes, { path: other.path, lazy: () => Promise.resolve({ Component: Clock }) }],
  };
  const { loader, entries } = setUp((entry) =>
    entry === firstEntry ? Promise.reject(new Error('evaluation')) : Promise.resolve(both),
  );
  loader.load(remote, route);
  await settle();
  loader.load(remote, other);
  await settle();
  expect(entries).toEqual([firstEntry, secondEntry, secondEntry]);
});

test('a prefetch warms the runtime and the files, ignores failures and does not load the page', async () => {
  const preload = jest.fn(() => Promise.reject(new Error('offline')));
  const { loader, entries } = setUp(never, { preload });
  loader.prefetch(remote, route);
  await settle();
  expect(preload).toHaveBeenCalledWith(sourcesOf(remote, route)[0], remote.base);
  expect(entries).toEqual([]);
  expect(loader.state(route)).toEqual({ status: 'loading', phase: 'resolve' });
});

test('each of the two addresses of a release is the second address of the other', () => {
  expect(secondAddress('/r/a/1.0.0-0/')).toBe('/r/a/1.0.0-0~1/');
  expect(secondAddress('/r/a/1.0.0-0~1/')).toBe('/r/a/1.0.0-0/');
});

test("a card's module is loaded from the address that its page would use, once; a failure is not reported", async () => {
  const start = () => ({ step: () => {}, draw: () => {} });
  const [module] = routesModule().routes;
  const withDrawing = { routes: [{ ...module!, alive: () => Promise.resolve({ start }) }] };
  const { loader, entries, report } = setUp((entry) =>
    entry === secondEntry ? Promise.resolve(withDrawing) : Promise.reject(new Error('404')),
  );
  await expect(loader.drawing(remote, route)).rejects.toThrow('404');
  expect(entries).toEqual([firstEntry]);
  loader.load(remote, route);
  await settle();
  expect(await loader.drawing(remote, route)).toEqual({ start });
  expect(entries).toEqual([firstEntry, firstEntry, secondEntry, secondEntry]);
  expect(report).not.toHaveBeenCalled();
});

test('a release that draws nothing for a page says so', async () => {
  const { loader } = setUp(() => Promise.resolve(routesModule()));
  await expect(loader.drawing(remote, route)).rejects.toThrow(`demos-games ${remote.release} draws nothing for ${route.path}`);
});
