import type { Page } from '@playwright/test';
import type { BootData } from '@site/contracts';
import { publish, readRemoteBuild, rollback } from '@site/releases';
import { createRandom } from '@site/sim';
import { CLOCKS, keptBy, secondBuild, startSiteBehindNetwork } from '../support/offline.ts';
import { registryKeys } from '../support/site.ts';
import { expect, test } from '../support/test.ts';

/** `OFFLINE_SECONDS=3600` runs a long campaign, with as many rounds as fit. */
const SECONDS = Number(process.env['OFFLINE_SECONDS'] ?? 0);
/** Otherwise the campaign has this many rounds, plus as many as it takes for everything to occur. */
const ROUNDS = 4;
const SEED = Number(process.env['OFFLINE_SEED'] ?? 20_261_187);
const TABS = SECONDS > 0 ? 5 : 2;
const PATHS = [CLOCKS, CLOCKS, '/about', '/offline'];

test.use({ keepsOffline: true });

/** Serial of the document that a tab shows, and its release of the games; null if the browser shows its own error page. */
const shownIn = (tab: Page) =>
  tab.evaluate(() => {
    const text = document.getElementById('boot')?.textContent;
    if (!text) return null;
    const { serial, remotes } = JSON.parse(text) as BootData;
    return { serial, release: remotes.find(({ name }) => name === 'demos-games')?.release ?? '' };
  });

test(`random releases, rollbacks and network losses across ${TABS} tabs for ${SECONDS > 0 ? `${SECONDS} s` : `${ROUNDS} rounds`}: no rolled-back release is shown again`, async ({
  context,
}) => {
  const random = createRandom(SEED);
  const { url, store, setOnline, close } = await startSiteBehindNetwork();
  const keys = registryKeys();
  const builds = [];
  for (const mark of SECONDS > 0 ? ['one', 'two', 'three'] : ['one', 'two']) {
    const build = await secondBuild(mark);
    builds.push(await readRemoteBuild('demos-games', '0.1.0', build.folder));
    await build.remove();
  }
  const serialNow = async () => Number((await fetch(`${url}/`)).headers.get('X-Release-Set'));
  const live = new Map<number, string>();
  const tabs: Page[] = [];
  while (tabs.length < TABS) tabs.push(await context.newPage());
  const [first] = tabs as [Page, ...Page[]];
  const done = { release: 0, rollback: 0, cut: 0, online: 0, kept: 0, offline: 0, none: 0 };
  let known = 0;
  let rounds = 0;
  const hasSeenAll = () => Object.entries(done).every(([what, n]) => what === 'none' || n > 0);

  async function visit(tab: Page, path: string, isOnline: boolean, since: number): Promise<void> {
    const knownBefore = known;
    await tab.goto(url + path, { waitUntil: 'domcontentloaded' }).catch((error: Error) => {
      if (isOnline) throw error;
    });
    const shown = await shownIn(tab);
    if (isOnline) {
      expect(shown?.serial, `${path} from the server`).toBeGreaterThanOrEqual(since);
      known = Math.max(known, shown?.serial ?? 0);
      done.online += 1;
    } else if (shown) {
      expect(shown.serial, `${path} from the browser`).toBeGreaterThanOrEqual(knownBefore);
      expect(shown.release, `${path} of serial ${shown.serial}`).toBe(live.get(shown.serial));
      done[tab.url().includes('/offline') ? 'offline' : 'kept'] += 1;
    } else done.none += 1;
  }

  const end = Date.now() + SECONDS * 1_000;
  const isOver = () => (SECONDS > 0 ? Date.now() >= end : rounds >= ROUNDS && hasSeenAll());
  for (; !isOver(); rounds += 1) {
    const changes = random();
    const build = builds[Math.floor(random() * builds.length)];
    if (changes < 0.25 && build && (await publish(store, build, keys, new Date())).changed) done.release += 1;
    else if (changes < 0.5) {
      const isBack = await rollback(store, 'demos-games', undefined, keys, new Date()).then(
        () => true,
        (cause: unknown) => {
          // There is no release before the first.
          if (!(cause instanceof Error && cause.name === 'ReleaseError')) throw cause;
          return false;
        },
      );
      if (isBack) done.rollback += 1;
    }
    setOnline(true);
    const serial = await serialNow();
    const games = /\/r\/demos-games\/([^/]+)\//.exec(await (await fetch(url + CLOCKS)).text())?.[1] ?? '';
    live.set(serial, games);
    // In half of the rounds the pages are fetched again before the network may be lost.
    if (random() < 0.5) {
      await visit(first, CLOCKS, true, serial);
      await expect.poll(async () => (await keptBy(first)).serial).toBe(serial);
    }
    const isOnline = random() < 0.4;
    setOnline(isOnline);
    if (!isOnline) done.cut += 1;
    // Some of the tabs at the same time.
    const moving = tabs.filter(() => random() < 0.5);
    await Promise.all(moving.map((tab) => visit(tab, PATHS[Math.floor(random() * PATHS.length)] ?? CLOCKS, isOnline, serial)));
  }
  console.log(
    `${rounds} rounds, seed ${SEED}: ${Object.entries(done)
      .map(([what, n]) => `${n} ${what}`)
      .join(', ')}`,
  );
  expect(hasSeenAll(), 'everything has occurred').toBe(true);
  for (const tab of tabs) await tab.close();
  await close();
});
