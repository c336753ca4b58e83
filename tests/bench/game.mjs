// What a frame of Tennis Ball Gun costs with 100 gladiators and 200 balls on a CPU four times slower: the work on the main
// thread (simulation and drawing), and the time from frame to frame, which on a machine without a GPU includes painting.
// `npm run bench -- game`.
import { resolve } from 'node:path';
import { chromium } from '@playwright/test';
import { findBrowser } from '../../tools/browser.mjs';
import { startBuiltSite } from '../../tools/built-site.mjs';
import { percentile, report, row } from './rows.mjs';

process.chdir(resolve(import.meta.dirname, '../..'));
const GOAL_MS = 16.7;
const THROTTLE = 4;
const WARM_FRAMES = 20;
/** Two seconds: after that, balls begin to hit gladiators, and the crowd thins. */
const FRAMES = 120;
const ROUNDS = 3;

/** Work and interval of each frame, in ms, as the page itself measures them. */
async function measure(browser, url, throttle) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 980 } });
  const client = await page.context().newCDPSession(page);
  await page.addInitScript(() => {
    const request = globalThis.requestAnimationFrame.bind(globalThis);
    const frames = [];
    Object.assign(globalThis, { frames });
    globalThis.requestAnimationFrame = (callback) =>
      request((now) => {
        const begin = performance.now();
        callback(now);
        frames.push({ work: performance.now() - begin, at: begin });
      });
  });
  await page.goto(`${url}/projects/tennis-ball-gun`);
  await page.getByRole('button', { name: 'START GAME' }).waitFor();
  await client.send('Emulation.setCPUThrottlingRate', { rate: throttle });
  await page.goto(`${url}/projects/tennis-ball-gun?scenario=crowd&go`);
  await page.waitForFunction((count) => globalThis.frames.length >= count, WARM_FRAMES + FRAMES, {
    timeout: 60_000,
    polling: 500,
  });
  const frames = (await page.evaluate(() => globalThis.frames)).slice(WARM_FRAMES, WARM_FRAMES + FRAMES);
  await page.close();
  return {
    work: frames.map(({ work }) => work),
    interval: frames.slice(1).map(({ at }, index) => at - frames[index].at),
  };
}

const site = await startBuiltSite(['shell', 'demos-games']);
const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox', '--disable-quic'] });
console.log(`100 gladiators, 200 balls, 1400x900, Chromium ${browser.version()}; best of ${ROUNDS} rounds, ms a frame\n`);
console.log('CPU    work p50   work p95   frame to frame p50   p95');
let throttledWork = Infinity;
for (const throttle of [1, THROTTLE]) {
  const rounds = [];
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await measure(browser, site.url, throttle));
  const best = (name, share) => Math.min(...rounds.map((round) => percentile(round[name], share)));
  const cells = [best('work', 0.5), best('work', 0.95), best('interval', 0.5), best('interval', 0.95)].map((ms) => ms.toFixed(1));
  console.log(
    `1/${throttle}  ${cells[0].padStart(9)}  ${cells[1].padStart(9)}  ${cells[2].padStart(19)}  ${cells[3].padStart(4)}`,
  );
  if (throttle === THROTTLE) throttledWork = best('work', 0.95);
}
await browser.close();
await site.close();
const what = 'game: work per frame, p95, CPU at 1/4';
report('game', [row({ what, ours: throttledWork, unit: 'ms', goal: `under ${GOAL_MS} ms`, ok: throttledWork < GOAL_MS })]);
