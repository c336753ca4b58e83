import { fakeCameras, launchWith } from '../support/camera.ts';
import { COLLAGE_PAGES } from '../support/collage-pages.ts';
import { CODES, NOTE_SHOTS, relayExpression, tilesExpression } from '../support/engines/camera-relay.ts';
import type { EnginePage } from '../support/engines/engine-page.ts';
import { expect, test } from '../support/engines/test.ts';
import type { RunningSite } from '../support/site.ts';

test.use({ launchOptions: launchWith(fakeCameras(2), '--use-fake-ui-for-media-stream') });

const { squares } = COLLAGE_PAGES;
const GRID = 10;
/** A third of 30 frames a second: a machine with other work to do still shows every one. */
const EVERY = 3;
const NO_RELAY = 'In WebKitGTK 2.50 the relayed camera shows no first frame: the page waited a minute for it.';

/** Takes the hundred squares, and returns the frames that the finished picture shows and those that the page speaks of. */
async function takeSquares(page: EnginePage, site: RunningSite, everyNew: boolean) {
  await page.open(site.url + squares.path);
  await page.middleOf({ role: 'button', name: squares.start });
  await page.evaluate(relayExpression(EVERY));
  if (everyNew) {
    await page.click({ css: 'main summary' });
    await page.click({ role: 'switch', name: 'Every tile a new frame' });
  }
  await page.click({ role: 'button', name: squares.start });
  await page.click({ role: 'button', name: 'Take the photos' });
  await page.expectText(squares.result);
  const grays = await page.evaluate<number[]>(tilesExpression(GRID, GRID));
  const codes = grays.map((gray) => (gray - CODES.first) / CODES.step);
  for (const code of codes) expect(Math.abs(code - Math.round(code)), `a gray between two codes: ${code}`).toBeLessThan(0.3);
  const steps = codes.slice(1).map((code, index) => (Math.round(code - (codes[index] ?? 0)) + CODES.count) % CODES.count);
  const claim = /100 shots, (\d+) distinct frames/.exec(await page.evaluate<string>('document.body.innerText'));
  return {
    distinct: 1 + steps.filter((step) => step > 0).length,
    /** How many frames the camera gave from the first photo to the last. */
    given: 1 + steps.reduce((sum, step) => sum + step, 0),
    claimed: Number(claim?.[1]),
  };
}

test('with a new frame for every tile, 100 tiles show 100 frames of at most 110 that the camera gave', async ({
  engine,
  enginePage,
  site,
}) => {
  test.skip(engine === 'webkit', NO_RELAY);
  const { distinct, given, claimed } = await takeSquares(enginePage, site, true);
  console.log(`${enginePage.engine}: ${distinct} distinct frames of ${given} that the camera gave`);
  expect({ distinct, claimed }).toEqual({ distinct: 100, claimed: 100 });
  expect(given).toBeLessThanOrEqual(110);
  expect(enginePage.log()).toEqual([]);
});

test('a hundred photos a second show every frame that the camera gave, and the page says how many', async ({
  engine,
  enginePage,
  site,
}) => {
  test.skip(engine === 'webkit', NO_RELAY);
  const { distinct, given, claimed } = await takeSquares(enginePage, site, false);
  console.log(`${enginePage.engine}: ${distinct} distinct frames of ${given} that the camera gave, at 100 photos a second`);
  expect(claimed).toBe(distinct);
  expect(given).toBeLessThanOrEqual(Math.ceil(1.1 * distinct));
  expect(enginePage.log()).toEqual([]);
});

test('the page counts the frames of the engine’s own camera as their pictures do', async ({ enginePage, site }) => {
  await enginePage.open(site.url + squares.path);
  await enginePage.middleOf({ role: 'button', name: squares.start });
  await enginePage.evaluate(NOTE_SHOTS);
  await enginePage.click({ role: 'button', name: squares.start });
  await enginePage.click({ role: 'button', name: 'Take the photos' });
  await enginePage.expectText(squares.result);
  const names = await enginePage.evaluate<number[]>('window.namesOfShots()');
  expect(names).toHaveLength(squares.count);
  const pictures = new Set(names).size;
  const claim = /100 shots, (\d+) distinct frames/.exec(await enginePage.evaluate<string>('document.body.innerText'));
  console.log(`${enginePage.engine}: the page counts ${claim?.[1]} frames, ${pictures} pictures differ`);
  expect(pictures).toBeGreaterThan(1);
  expect(Math.abs(Number(claim?.[1]) - pictures)).toBeLessThanOrEqual(1 + 0.1 * pictures);
  expect(enginePage.log()).toEqual([]);
});
