/**
 * @jest-environment node
 */
import { createRandom } from '@site/sim';
import { EXHIBITS, OfflineWorld, shownBy } from '../testing/offline-world.ts';

const INTERLEAVINGS = 1_000;
const STEPS = 30;
const TABS = 5;

/** Random steps of everything at once. @returns how many times a page came from the disk */
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

  const actions: readonly (() => void | Promise<unknown>)[] = [
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
    if (random() < 0.25) pick(actions)();
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
  // After all of it: one online visit, and the live release opens without a network.
  world.isOnline = true;
  await world.settle();
  await world.open('/a');
  world.isOnline = false;
  expect(await world.visit('/a')).toEqual({ path: '/a', serial: world.site.serial, release: world.site.live.at(-1) });
  expect(world.sets).toEqual([`offline ${world.site.serial}-hash`]);
  // By then the last documents have arrived too.
  expect(failures).toEqual([]);
  return served;
}

test(`${INTERLEAVINGS} interleavings of releases, rollbacks, lost networks and restarts across five tabs: no rolled-back release is shown again`, async () => {
  let served = 0;
  for (let seed = 1; seed <= INTERLEAVINGS; seed += 1) served += await interleave(seed);
  // The test is about pages that come from the disk.
  expect(served).toBeGreaterThan(INTERLEAVINGS / 4);
});
