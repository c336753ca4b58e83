import type { RemoteRoutesModule } from '@site/host';
import { aLoader } from '../testing/a-loader.ts';
import { aPreviousRelease, aRemote, aRoute } from '../testing/boot.ts';

const clock = aRoute();
const game = aRoute({ path: '/projects/tennis-ball-gun' });
const previous = aPreviousRelease([clock, game]);
const { release: before, base: previousBase } = previous;
const remote = aRemote({ routes: [clock, game], previous });
const routes: RemoteRoutesModule = {
  routes: [clock, game].map(({ path }) => ({ path, lazy: () => Promise.resolve({ Component: () => null }) })),
};

/** A loader, and the folders whose styles the document has. While `isDown` is true, the live release fails to load. */
function setUp() {
  const styles = new Set<string>();
  const held: (() => void)[] = [];
  const line = { isDown: false, holdsStyles: false };
  const loader = aLoader({
    importRuntime: () =>
      Promise.resolve({
        loadRoutes: (_container, entry) =>
          line.isDown && !entry.startsWith(previousBase) ? Promise.reject(new Error('down')) : Promise.resolve(routes),
      }),
    preload: async (_source, base) => {
      if (line.isDown && base !== previousBase) throw new Error('down');
      if (line.holdsStyles) await new Promise<void>((resolve) => void held.push(resolve));
      styles.add(base);
    },
    retire: (base) => void styles.delete(base),
  });
  const deliverStyles = () => {
    for (const deliver of held.splice(0)) deliver();
  };
  return { loader, styles, line, deliverStyles };
}

const settle = () => jest.advanceTimersByTimeAsync(0);

/** The clock comes from the live release and the game from the previous one, whose styles the document has. */
async function mixed() {
  const site = setUp();
  site.loader.load(remote, clock);
  await settle();
  site.line.isDown = true;
  site.loader.load(remote, game);
  await settle();
  site.line.isDown = false;
  expect([site.loader.state(clock), site.loader.state(game)]).toMatchObject([{ release: remote.release }, { release: before }]);
  expect([...site.styles]).toEqual([previousBase]);
  return site;
}

beforeEach(() => {
  sessionStorage.clear();
  jest.useFakeTimers();
});
afterEach(() => jest.useRealTimers());

test('a page keeps its styles when those of the page that the visitor came from arrive late', async () => {
  const { loader, styles, line, deliverStyles } = await mixed();
  line.holdsStyles = true;
  loader.load(remote, clock);
  await settle();
  loader.load(remote, game);
  deliverStyles();
  await settle();
  expect(loader.state(game)).toMatchObject({ status: 'loaded', release: before });
  expect(styles.has(previousBase)).toBe(true);
});

test('a page keeps its styles when another page arrives that the visitor has left', async () => {
  const { loader, styles, line, deliverStyles } = setUp();
  line.isDown = true;
  loader.load(remote, game);
  await settle();
  line.isDown = false;
  line.holdsStyles = true;
  // The visitor requests the live release again.
  loader.retry(remote, clock);
  loader.load(remote, game);
  await settle();
  deliverStyles();
  await settle();
  expect([...styles]).toEqual([previousBase]);
});

test('a page whose styles do not come back is shown without them after eight seconds', async () => {
  const { loader, line } = await mixed();
  line.holdsStyles = true;
  loader.load(remote, clock);
  await jest.advanceTimersByTimeAsync(7_999);
  expect(loader.state(clock).status).toBe('loading');
  await jest.advanceTimersByTimeAsync(1);
  expect(loader.state(clock)).toMatchObject({ status: 'loaded', release: remote.release });
});
