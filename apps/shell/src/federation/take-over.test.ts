import * as v from 'valibot';
import { PageReportsSchema } from '@site/contracts';
import type { RemoteRoutesModule } from '@site/host';
import { aLoader } from '../testing/a-loader.ts';
import { aPreviousRelease, aRemote, aRoute } from '../testing/boot.ts';
import { outcomeOf } from '../telemetry/outcome.ts';
import { createTelemetry } from '../telemetry/telemetry.ts';
import type { LoaderPorts } from './page-load.ts';

const FALLBACK_DELAY_MS = 1_800;
const route = aRoute();
const clocks = aRoute({ path: '/projects/clocks' });
const previousRelease = aPreviousRelease([route, clocks]);
const { release: before, base: previousBase } = previousRelease;
const remote = aRemote({ routes: [route, clocks], previous: previousRelease });
const [live, second, previous] = [remote.base, `/r/demos-games/${remote.release}~1/`, previousBase].map(
  (base) => `${base}remoteEntry.js`,
);

const Live = () => null;
const Previous = () => null;
const routesOf = (Component: typeof Live): RemoteRoutesModule => ({
  routes: [route, clocks].map(({ path }) => ({ path, lazy: () => Promise.resolve({ Component }) })),
});
const never = () => new Promise<never>(() => {});

type Respond = () => Promise<RemoteRoutesModule>;

function setUp(
  ofLive: Respond,
  ofPrevious: Respond = () => Promise.resolve(routesOf(Previous)),
  arrived = false,
  shown: LoaderPorts['shown'] = () => {},
) {
  const abandonRequests = jest.fn();
  const asked: string[] = [];
  const report = jest.fn();
  const retire = jest.fn();
  const loader = aLoader({
    importRuntime: () =>
      Promise.resolve({
        loadRoutes: (_container, entry) => {
          asked.push(entry);
          return entry === previous ? ofPrevious() : ofLive();
        },
      }),
    retire,
    hasArrived: () => arrived,
    abandonRequests,
    fallbackDelay: () => FALLBACK_DELAY_MS,
    shown,
    report,
  });
  return { loader, asked, report, retire, abandonRequests };
}

const settle = () => jest.advanceTimersByTimeAsync(0);
const loadLive = () => Promise.resolve(routesOf(Live));

beforeEach(() => {
  sessionStorage.clear();
  jest.useFakeTimers();
});
afterEach(() => jest.useRealTimers());

test('a live release that fails at both addresses is replaced by the previous one at once', async () => {
  const { loader, asked, report, retire } = setUp(() => Promise.reject(new Error('404')));
  loader.load(remote, route);
  await settle();
  expect(asked).toEqual([live, second, previous]);
  expect(loader.state(route)).toMatchObject({ status: 'loaded', Component: Previous, release: before });
  expect(report.mock.calls).toEqual([
    [{ remote: 'demos-games', release: remote.release, path: route.path, phase: 'fetch', message: '404', served: before }],
  ]);
  // Two releases may use one class name for different styles.
  expect(retire.mock.calls.flat()).toEqual([remote.base, `/r/demos-games/${remote.release}~1/`]);
});

test('a live release that hangs gets half the fallback delay at each address', async () => {
  const { loader, asked, abandonRequests } = setUp(never);
  loader.subscribe(remote, route, () => {});
  loader.load(remote, route);
  await jest.advanceTimersByTimeAsync(FALLBACK_DELAY_MS - 1);
  expect(asked).toEqual([live, second]);
  expect(abandonRequests).not.toHaveBeenCalled();
  await jest.advanceTimersByTimeAsync(1);
  expect(abandonRequests).toHaveBeenCalledTimes(1);
  expect(loader.state(route)).toMatchObject({ status: 'loaded', release: before });
});

test('a live release that arrives late, but before the previous one, is shown', async () => {
  let respond: (value: RemoteRoutesModule) => void = () => {};
  const late = new Promise<RemoteRoutesModule>((resolve) => {
    respond = resolve;
  });
  const { loader, report, retire, abandonRequests } = setUp(() => late, never, true);
  loader.load(remote, route);
  await jest.advanceTimersByTimeAsync(FALLBACK_DELAY_MS + 100);
  expect(abandonRequests).not.toHaveBeenCalled();
  respond(routesOf(Live));
  await settle();
  expect(loader.state(route)).toMatchObject({ status: 'loaded', Component: Live });
  expect(report).not.toHaveBeenCalled();
  expect(retire).toHaveBeenCalledWith(previousBase);
});

test('a release that arrives after another one has been shown adds no styles: its page is not requested', async () => {
  let respond: (value: RemoteRoutesModule) => void = () => {};
  const late = new Promise<RemoteRoutesModule>((resolve) => {
    respond = resolve;
  });
  const { loader, report } = setUp(() => late);
  loader.load(remote, route);
  await jest.advanceTimersByTimeAsync(FALLBACK_DELAY_MS);
  expect(loader.state(route)).toMatchObject({ status: 'loaded', release: before });
  const lazy = jest.fn(() => Promise.resolve({ Component: Live }));
  respond({ routes: [{ path: route.path, lazy }] });
  await jest.advanceTimersByTimeAsync(10_000);
  expect(lazy).not.toHaveBeenCalled();
  expect(loader.state(route)).toMatchObject({ status: 'loaded', release: before });
  expect(report).toHaveBeenCalledTimes(1);
});

test('after a failure the next page is loaded from the previous release without another attempt, in the next document too', async () => {
  const first = setUp(() => Promise.reject(new Error('404')));
  first.loader.load(remote, route);
  await settle();
  first.asked.length = 0;
  first.loader.load(remote, clocks);
  await settle();
  expect(first.asked).toEqual([previous]);
  const { loader, asked } = setUp(loadLive);
  loader.load(remote, route);
  await settle();
  expect(asked).toEqual([previous]);
});

test('a page that throws while it is first shown is replaced, and the error is reported', async () => {
  const { loader, report } = setUp(loadLive);
  loader.load(remote, route);
  await settle();
  expect(loader.threw(remote, route, 'no canvas')).toBe(true);
  await settle();
  expect(loader.state(route)).toMatchObject({ status: 'loaded', release: before });
  expect(report).toHaveBeenCalledWith(expect.objectContaining({ phase: 'render', message: 'no canvas', served: before }));
});

test('a page that was shown and is replaced within five seconds counts as one view and one failure of its release', async () => {
  const bodies: string[] = [];
  const telemetry = createTelemetry({
    send: (body) => bodies.push(body),
    now: () => 0,
    path: () => route.path,
    setTimeout: () => {},
  });
  const { loader, report } = setUp(loadLive, undefined, false, ({ remote: app, release }, path) => {
    telemetry.shown({ app, release }, path);
  });
  report.mockImplementation(({ remote: app, release, path, phase, message, served }) =>
    telemetry.failed({ app, release }, path, outcomeOf({ phase, served }), phase, message),
  );
  loader.load(remote, route);
  await settle();
  loader.ready(remote, route);
  await jest.advanceTimersByTimeAsync(4_000);
  // The browser reports it first, then the page's boundary.
  const thrown = Object.assign(new Error('no canvas'), { stack: `Error: no canvas\n at ${live}:1:2` });
  telemetry.uncaught(thrown);
  expect(loader.threw(remote, route, 'no canvas')).toBe(true);
  await settle();
  loader.ready(remote, route);
  telemetry.flush();
  const reports = bodies.flatMap((body) => v.parse(PageReportsSchema, JSON.parse(body)).reports);
  expect(reports.map(({ release, outcome }) => [release, outcome])).toEqual([
    [remote.release, 'shown'],
    [remote.release, 'error'],
    [before, 'shown'],
  ]);
});

test('a page that throws while it is first shown, and that no release replaces, fails once, with its own message', async () => {
  const { loader, report } = setUp(loadLive);
  const alone = { ...remote, previous: null };
  loader.subscribe(alone, route, () => {});
  loader.load(alone, route);
  await settle();
  expect(loader.threw(alone, route, 'no canvas')).toBe(false);
  await jest.advanceTimersByTimeAsync(60_000);
  expect(report).toHaveBeenCalledTimes(1);
  expect(loader.state(route)).toMatchObject({ status: 'failed', failure: { phase: 'render', message: 'no canvas' } });
  // Opened again, it has another chance.
  loader.load(alone, route);
  await settle();
  loader.ready(alone, route);
  expect(loader.state(route)).toMatchObject({ status: 'loaded', phase: 'ready' });
});

test('a page that threw does not come back when the other address of its release responds', async () => {
  const responses: (() => void)[] = [];
  const { loader, report } = setUp(() => new Promise((resolve) => responses.push(() => resolve(routesOf(Live)))));
  const alone = { ...remote, previous: null };
  loader.load(alone, route);
  await jest.advanceTimersByTimeAsync(FALLBACK_DELAY_MS);
  expect(responses).toHaveLength(2);
  responses[0]?.();
  await settle();
  expect(loader.threw(alone, route, 'no canvas')).toBe(false);
  const shown = loader.state(route);
  expect(shown).toMatchObject({ status: 'failed', threw: true });
  responses[1]?.();
  await settle();
  // The same object: the card is not rendered again.
  expect(loader.state(route)).toBe(shown);
  loader.threw(alone, route, 'no canvas');
  expect(report).toHaveBeenCalledTimes(1);
});

test('a page that throws after five seconds of use is not replaced', async () => {
  const { loader } = setUp(loadLive);
  loader.load(remote, route);
  await settle();
  loader.ready(remote, route);
  await jest.advanceTimersByTimeAsync(5_000);
  expect(loader.threw(remote, route, 'too many balls')).toBe(false);
});

test('if the previous release throws too, the error card is shown, and each failure is reported once', async () => {
  const { loader, report } = setUp(loadLive);
  loader.subscribe(remote, route, () => {});
  loader.load(remote, route);
  await settle();
  loader.threw(remote, route, 'first');
  await settle();
  expect(loader.threw(remote, route, 'second')).toBe(false);
  await jest.advanceTimersByTimeAsync(60_000);
  expect(report.mock.calls.flat()).toMatchObject([{ message: 'first' }, { message: 'second' }]);
  expect(loader.state(route)).toMatchObject({ status: 'failed', failure: { release: before, message: 'second' } });
});

test('a page that never appears is replaced as well, while it is open', async () => {
  const { loader } = setUp(loadLive);
  const leave = loader.subscribe(remote, route, () => {});
  loader.load(remote, route);
  await jest.advanceTimersByTimeAsync(FALLBACK_DELAY_MS);
  expect(loader.state(route)).toMatchObject({ release: before });
  leave();
  loader.load(remote, clocks);
  await jest.advanceTimersByTimeAsync(60_000);
  expect(loader.state(clocks)).toMatchObject({ status: 'loaded', phase: 'render' });
});

test('a page that never appears and has no previous release fails after eight seconds', async () => {
  const { loader } = setUp(loadLive);
  const alone = { ...remote, previous: null };
  loader.subscribe(alone, route, () => {});
  loader.load(alone, route);
  await jest.advanceTimersByTimeAsync(7_999);
  expect(loader.state(route).status).toBe('loaded');
  await jest.advanceTimersByTimeAsync(1);
  expect(loader.state(route)).toMatchObject({
    status: 'failed',
    failure: { phase: 'render', message: 'not shown within 8 seconds' },
  });
});

test('if both releases fail, the error card names the live one', async () => {
  const down = () => Promise.reject(new Error('down'));
  const { loader } = setUp(down, down);
  loader.load(remote, route);
  await settle();
  expect(loader.state(route)).toMatchObject({
    status: 'failed',
    failure: { release: remote.release, message: 'down', served: null },
  });
});

test('a page that the previous release does not have fails as if there were no previous release', async () => {
  const { loader, asked } = setUp(() => Promise.reject(new Error('404')));
  const newer = aRoute({ path: '/projects/new' });
  loader.load({ ...remote, routes: [newer] }, newer);
  await settle();
  expect(asked).toEqual([live, second]);
  expect(loader.state(newer).status).toBe('failed');
});

test('requests are not aborted for a page that the visitor has left', async () => {
  const { loader, abandonRequests } = setUp(never);
  const leave = loader.subscribe(remote, route, () => {});
  loader.load(remote, route);
  await jest.advanceTimersByTimeAsync(1_000);
  leave();
  await jest.advanceTimersByTimeAsync(10_000);
  expect(abandonRequests).not.toHaveBeenCalled();
});

test('a page that is opened again gets only the styles of its own release back', async () => {
  let isBroken = false;
  const { loader, retire } = setUp(() => (isBroken ? Promise.reject(new Error('404')) : loadLive()));
  loader.load(remote, route);
  await settle();
  isBroken = true;
  loader.load(remote, clocks);
  await settle();
  expect([loader.state(route), loader.state(clocks)]).toMatchObject([{ release: remote.release }, { release: before }]);
  retire.mockClear();
  loader.load(remote, route);
  expect(loader.state(route).status).toBe('loading');
  await settle();
  expect(loader.state(route)).toMatchObject({ status: 'loaded', release: remote.release });
  expect(retire.mock.calls.flat()).toContain(previousBase);
});

test('Retry gives the live release another chance', async () => {
  let isBroken = true;
  const down = () => Promise.reject(new Error('down'));
  const { loader } = setUp(() => (isBroken ? down() : loadLive()), down);
  loader.load(remote, route);
  await settle();
  isBroken = false;
  loader.retry(remote, route);
  await settle();
  expect(loader.state(route)).toMatchObject({ status: 'loaded', release: remote.release });
});
