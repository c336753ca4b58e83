/**
 * @jest-environment node
 */
import { createRandom } from '@site/sim';
import { EXHIBITS, OfflineWorld, ORIGIN, shownBy, type Shown } from '../testing/offline-world.ts';

const anExhibit = (shown: Partial<Shown>) => expect.objectContaining(shown) as Shown;

test('an exhibit that was opened opens without a network; any other address leads to the offline page', async () => {
  const world = new OfflineWorld();
  await world.open('/a');
  world.isOnline = false;
  world.restart();
  expect(await world.visit('/a')).toEqual({ path: '/a', serial: 1, release: 1 });
  expect(await world.visit('/b?seed=7')).toBe('/offline?from=%2Fb%3Fseed%3D7');
  expect(await world.visit('/offline')).toEqual(anExhibit({ path: '/offline', serial: 1 }));
});

test('a file of the kept release comes from the disk, any other from the network', async () => {
  const world = new OfflineWorld();
  await world.open('/a');
  world.isOnline = false;
  const file = world.worker.file({ url: `${ORIGIN}/r/app/1/page.js` } as Request);
  const other = world.worker.file({ url: `${ORIGIN}/r/app/2/page.js` } as Request).catch((error: Error) => error.message);
  await world.settle();
  expect([await (await file).text(), await other]).toEqual(['/r/app/1/page.js', 'no network']);
});

test('without anything kept the browser shows its own error', async () => {
  const world = new OfflineWorld();
  world.isOnline = false;
  expect(await world.visit('/a')).toBe('no page');
});

test('an error of the server is shown, and nothing is forgotten because of it', async () => {
  const world = new OfflineWorld();
  await world.open('/a');
  world.faults = { status: 503 };
  expect(await world.visit('/a')).toBe('503');
  world.isOnline = false;
  expect(await world.visit('/a')).toEqual(anExhibit({ serial: 1 }));
});

test('a document of another serial deletes what is kept before it is shown, even if the browser stops just then', async () => {
  const world = new OfflineWorld();
  await world.open('/a');
  world.publish();
  const tab = { isShown: false };
  const showing = world.navigate('/about').then(() => (tab.isShown = true));
  while (!tab.isShown) await world.advance();
  await showing;
  world.isOnline = false;
  world.restart();
  expect(await world.visit('/a')).toBe('no page');
});

test('the pages of the new release take their place', async () => {
  const world = new OfflineWorld();
  await world.open('/a');
  world.publish();
  await world.visit('/about');
  world.isOnline = false;
  expect(await world.visit('/a')).toEqual(anExhibit({ serial: 2, release: 2 }));
  expect(world.sets).toEqual(['offline 2-hash']);
});

test.each(['+app', '+app*'])('a visitor of the set 1%s keeps nothing', async (set) => {
  const world = new OfflineWorld();
  await world.open('/a');
  world.faults = { set };
  await world.open('/a');
  expect(world.sets).toEqual([]);
  world.faults = {};
  await world.visit('/about');
  expect(world.sets).toEqual(['offline 1-hash']);
});

test('a file that is not what the list says, or a full disk, keeps the whole set from being used', async () => {
  for (const faults of [{ isSpoiled: true }, { isFull: true }]) {
    const world = new OfflineWorld();
    world.faults = faults;
    await world.open('/a');
    expect(world.sets).toEqual([]);
    world.isOnline = false;
    expect(await world.visit('/a')).toBe('no page');
  }
});

test('a page that is retired is no longer requested', async () => {
  const world = new OfflineWorld();
  await world.open('/a');
  world.site = { ...world.site, serial: 2, pages: ['/b'] };
  expect(await world.visit('/a')).toEqual(anExhibit({ path: '/a' }));
  world.isOnline = false;
  expect(await world.visit('/a')).toBe('/offline?from=%2Fa');
});

test('a store with lower serials is followed', async () => {
  const world = new OfflineWorld();
  world.site = { ...world.site, serial: 50 };
  await world.open('/a');
  world.site = { ...world.site, serial: 3 };
  await world.visit('/about');
  world.isOnline = false;
  expect(await world.visit('/a')).toEqual(anExhibit({ serial: 3 }));
});

test('a document older than one that was seen, such as the copy for the back button, is requested again', async () => {
  const world = new OfflineWorld();
  world.publish();
  await world.open('/a');
  world.faults = { copy: 1 };
  expect(await world.visit('/a')).toEqual(anExhibit({ serial: 2 }));
  world.isOnline = false;
  expect(await world.visit('/a')).toEqual(anExhibit({ serial: 2 }));
});

const INTERLEAVINGS = 1_000;
const STEPS = 30;
const TABS = 5;

/** Random steps of everything at once. @returns how often a page came from the disk */
async function interleave(seed: number): Promise<number> {
  const random = createRandom(seed);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  const world = new OfflineWorld(random);
  /** Serial of the latest document that the server has sent to a tab; `withdrawnAt` has what was withdrawn by then. */
  let known = 0;
  let served = 0;
  const withdrawnAt = new Map<number, readonly number[]>([[1, []]]);
  const failures: unknown[] = [];
  const isBusy = Array.from({ length: TABS }, () => false);

  async function show(tab: number, path: string): Promise<void> {
    isBusy[tab] = true;
    const knownBefore = known;
    const response = await world.navigate(path);
    isBusy[tab] = false;
    const shown = await shownBy(response);
    if (typeof shown === 'string') return;
    if (world.sent.has(response)) {
      // Two tabs may get responses in any order; no tab gets a document older than its request.
      expect(shown.serial).toBeGreaterThanOrEqual(knownBefore);
      known = Math.max(known, shown.serial);
    } else {
      served += 1;
      expect(shown.serial).toBeGreaterThanOrEqual(known);
      expect(withdrawnAt.get(known)).not.toContain(shown.release);
    }
    if (EXHIBITS.includes(path)) void world.worker.opened(path);
  }

  const acts: readonly (() => void | Promise<unknown>)[] = [
    () => world.publish(),
    () => world.rollback(),
    () => (world.isOnline = !world.isOnline),
    () => (world.isOnline = true),
    () => {
      // The tabs whose documents were in flight request them again.
      world.restart();
      isBusy.fill(false);
    },
  ];
  for (let at = 0; at < STEPS; at += 1) {
    const tab = Math.floor(random() * TABS);
    if (random() < 0.25) pick(acts)();
    else if (random() < 0.6 && !isBusy[tab])
      show(tab, pick([...EXHIBITS, '/about', '/offline'])).catch((error: unknown) => failures.push(error));
    const { serial, live } = world.site;
    const everything = Array.from({ length: serial }, (_one, n) => n + 1);
    withdrawnAt.set(
      serial,
      everything.filter((release) => !live.includes(release)),
    );
    for (let n = Math.floor(random() * 12); n > 0; n -= 1) await world.advance();
  }
  expect(failures).toEqual([]);
  // After all of it: one online visit, and the live release opens without a network.
  world.isOnline = true;
  await world.settle();
  await world.open('/a');
  world.isOnline = false;
  expect(await world.visit('/a')).toEqual({ path: '/a', serial: world.site.serial, release: world.site.live.at(-1) });
  expect(world.sets).toEqual([`offline ${world.site.serial}-hash`]);
  return served;
}

test(`${INTERLEAVINGS} interleavings of releases, rollbacks, lost networks and restarts over five tabs: no withdrawn release is shown again`, async () => {
  let served = 0;
  for (let seed = 1; seed <= INTERLEAVINGS; seed += 1) served += await interleave(seed);
  // The test is about pages that come from the disk.
  expect(served).toBeGreaterThan(INTERLEAVINGS / 4);
});
