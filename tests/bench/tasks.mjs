// The longest task of the main thread during the exhibits' most expensive work: 33,333 balls; Monet Paint opened, painted on and
// saved; and Monet Paint with reduced motion. Processor time is counted, so other load on the machine is not. The peers are the
// same discs filled on a bare canvas in one frame, and a page of text on the same site. `npm run bench -- tasks`.
import { resolve } from 'node:path';
import { chromium } from '@playwright/test';
import { findBrowser } from '../../tools/browser.mjs';
import { startBuiltSite } from '../../tools/built-site.mjs';
import { longestTask } from './main-thread.mjs';
import { median, report, row } from './rows.mjs';

process.chdir(resolve(import.meta.dirname, '../..'));

/** The browsers' limit for a long task. */
const GOAL_MS = 50;
const TURNS = 3;
const FRAMES = 60;
const BALLS = 33_333;

const drawFrames = (page, count) =>
  page.evaluate(
    (frames) =>
      new Promise((done) => {
        let drawn = 0;
        const frame = () => {
          drawn += 1;
          if (drawn < frames) requestAnimationFrame(frame);
          else done();
        };
        requestAnimationFrame(frame);
      }),
    count,
  );

const paintIs = (page, state) => page.locator(`[data-paint=${state}]`).waitFor({ state: 'attached' });

async function crowd(browser, page, url) {
  await page.goto(`${url}/projects/333-balls`);
  await page.getByRole('slider', { name: 'Number of balls' }).press('End');
  await page
    .getByText(`${BALLS.toLocaleString('en-US')} balls`, { exact: true })
    .first()
    .waitFor();
  return longestTask(browser, page, () => drawFrames(page, FRAMES));
}

async function bareDiscs(browser, page) {
  await page.goto('about:blank');
  return longestTask(browser, page, () =>
    page.evaluate((balls) => {
      const canvas = Object.assign(document.createElement('canvas'), { width: innerWidth, height: innerHeight });
      document.body.append(canvas);
      const context = canvas.getContext('2d');
      return new Promise((done) => {
        requestAnimationFrame(() => {
          for (let ball = 0; ball < balls; ball += 1) {
            context.fillStyle = `hsl(${ball % 360} 90% 50%)`;
            context.beginPath();
            context.arc((ball * 7) % canvas.width, (ball * 13) % canvas.height, 2, 0, 2 * Math.PI);
            context.fill();
          }
          done();
        });
      });
    }, BALLS),
  );
}

const painting = (browser, page, url) =>
  longestTask(browser, page, async () => {
    await page.goto(`${url}/projects/monet-paint`);
    await paintIs(page, 'flowing');
    await page.mouse.move(680, 270);
    await page.mouse.down();
    for (let x = 680; x <= 880; x += 5) await page.mouse.move(x, 270 + ((x - 680) % 40));
    await page.mouse.up();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save PNG' }).click();
    await (await download).path();
  });

async function still(browser, page, url) {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  return longestTask(browser, page, async () => {
    await page.goto(`${url}/projects/monet-paint`);
    await paintIs(page, 'still');
  });
}

const text = (browser, page, url) =>
  longestTask(browser, page, async () => {
    await page.goto(`${url}/privacy`);
    await page.getByRole('heading', { level: 1 }).waitFor();
  });

const site = await startBuiltSite(['shell', 'demos-sensors']);
const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox', '--disable-quic'] });
const figures = { crowd: [], bareDiscs: [], painting: [], still: [], text: [] };
for (let turn = 0; turn < TURNS; turn += 1) {
  for (const [name, measure] of Object.entries({ crowd, bareDiscs, painting, still, text })) {
    const page = await browser.newPage({ viewport: { width: 960, height: 640 } });
    // A renderer without a graphics card is slow.
    page.setDefaultTimeout(300_000);
    figures[name].push(await measure(browser, page, site.url));
    await page.close();
  }
}
await browser.close();
await site.close();

const rowOf = (what, ours, peer, peerName) => {
  const longest = median(figures[ours]);
  const goal = `under ${GOAL_MS} ms`;
  return row({
    what: `tasks: ${what}`,
    ours: longest,
    unit: 'ms',
    peer,
    peerFigure: median(figures[peerName]),
    goal,
    ok: longest < GOAL_MS,
  });
};
report('tasks', [
  rowOf('33,333 balls, 60 frames', 'crowd', 'the discs on a bare canvas', 'bareDiscs'),
  rowOf('Monet Paint opened, painted on, saved', 'painting', 'a page of text', 'text'),
  rowOf('Monet Paint with reduced motion', 'still', 'a page of text', 'text'),
]);
