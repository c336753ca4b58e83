import { request } from '@site/host';
import { aPreviousRelease, aRemote, aRoute } from '../testing/boot.ts';
import { silentTelemetry } from '../telemetry/telemetry.ts';
import { createBrowserLoader } from './browser-loader.ts';

const route = aRoute({ preload: { scripts: [], styles: [] } });
const previous = aPreviousRelease([route]);
const remote = aRemote({ routes: [route], shared: { scripts: [], styles: [] }, previous });

/** Opens a page whose files never arrive, and waits until the previous release is requested. */
async function openHangingPage() {
  const stop = jest.fn();
  performance.getEntriesByType = () => [];
  const hangs = () => new Promise<never>(() => {});
  const loader = createBrowserLoader(Object.assign(window, { stop }), silentTelemetry, () =>
    Promise.resolve({ loadRoutes: hangs }),
  );
  loader.subscribe(remote, route, () => {});
  loader.load(remote, route);
  await jest.advanceTimersByTimeAsync(5_000);
  return stop;
}

beforeEach(() => {
  jest.useFakeTimers();
  sessionStorage.clear();
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

test('requests that hang are aborted, so that the previous release gets a connection', async () => {
  expect(await openHangingPage()).toHaveBeenCalledTimes(1);
});

test('no request is aborted while something is being saved', async () => {
  let respond: (response: Response) => void = () => {};
  jest.spyOn(globalThis, 'fetch').mockReturnValue(
    new Promise((resolve) => {
      respond = resolve;
    }),
  );
  const saving = request('POST', '/api/kaleidoscope-submissions', { imageData: 'data:,' });
  expect(await openHangingPage()).not.toHaveBeenCalled();
  respond(new Response('{}'));
  await saving;
  jest.clearAllTimers();
  expect(await openHangingPage()).toHaveBeenCalledTimes(1);
});

describe('a retry that fails', () => {
  const { location } = window;
  const reload = jest.fn();
  const status = { of: (_path: string): number => 200 };
  const requests: string[] = [];

  beforeEach(() => {
    reload.mockClear();
    requests.length = 0;
    jest.spyOn(console, 'error').mockReturnValue();
    jest.spyOn(globalThis, 'fetch').mockImplementation((url, options) => {
      requests.push(`${options?.method} ${String(url)}`);
      return Promise.resolve(new Response(null, { status: status.of(String(url)) }));
    });
  });

  async function retry() {
    performance.getEntriesByType = () => [];
    const page = aRoute({ preload: { scripts: ['assets/clock.js'], styles: [] } });
    const visited = { ...remote, previous: null, routes: [page] };
    const fails = () => Promise.reject(new Error('remembered'));
    const browser = Object.assign(Object.create(window) as typeof window, { location: { ...location, reload } });
    const loader = createBrowserLoader(browser, silentTelemetry, () => Promise.resolve({ loadRoutes: fails }));
    loader.subscribe(visited, page, () => {});
    loader.load(visited, page);
    await jest.advanceTimersByTimeAsync(100);
    loader.retry(visited, page);
    await jest.advanceTimersByTimeAsync(100);
  }

  test('reloads the document if the server has all scripts of the page', async () => {
    status.of = () => 200;
    await retry();
    expect(requests.filter((line) => line.startsWith('HEAD'))).toEqual(
      ['remoteEntry.js', 'assets/clock.js'].map((file) => `HEAD ${remote.base}${file}`),
    );
    expect(reload).toHaveBeenCalledTimes(1);
  });

  test('leaves the document as it is if one is missing', async () => {
    status.of = (path) => (path.endsWith('clock.js') ? 404 : 200);
    await retry();
    expect(reload).not.toHaveBeenCalled();
  });
});
