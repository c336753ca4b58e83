import type { EnginePage } from '../support/engines/engine-page.ts';
import { ENGINES, type Engine } from '../support/engines/engines.ts';
import { pagesByApp, STATE } from '../support/engines/page-state.ts';
import { expect, test } from '../support/engines/test.ts';
import { NOWHERE } from '../support/every-page.ts';
import { REMOTES } from '../support/site.ts';

test.describe.configure({ mode: 'default' });

type Size = readonly [width: number, height: number];
const WIDE: Size = [1280, 800];
const NARROW: Size = [390, 844];

/** Expects the open page to show its content within a window of this width, and an empty console. */
async function expectShown(enginePage: EnginePage, path: string, width: number): Promise<void> {
  const what = `${path}, ${width} px wide, in ${enginePage.engine}`;
  await expect
    .poll(() => enginePage.evaluate(STATE), { message: what })
    .toEqual({ isLoaded: true, isHydrated: true, isWaiting: false, overflow: 0 });
  // Chromium and Firefox log the status of the document itself.
  const logged = enginePage.log().filter((line) => path !== NOWHERE || !line.includes('404'));
  expect(logged, `console of ${what}`).toEqual([]);
}

/** Two frames, and what they have scheduled: until then a page reacts to another width. */
const SETTLES = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done(true)))))';

/** The widths at which an engine opens a page and then shows it. A phone's pages start at its width; the others' start at both. */
function sizesFor(engine: Engine, index: number): readonly [Size, Size] {
  const isNarrowFirst = engine === 'webkit' || (index + ENGINES.indexOf(engine)) % 2 === 1;
  return isNarrowFirst ? [NARROW, WIDE] : [WIDE, NARROW];
}

/** Opens a page in a window of this size and expects it to start. */
async function expectStarts(enginePage: EnginePage, url: string, path: string, [width, height]: Size): Promise<void> {
  await enginePage.resize(width, height);
  await enginePage.goto(url + path);
  await expectShown(enginePage, path, width);
}

test('every page of the site starts, shows its content at two widths, and leaves the console empty', async ({
  engine,
  enginePage,
  request,
  site,
}) => {
  const paths = (await pagesByApp(request)).flat().map(({ path }) => path);
  expect(paths.length).toBeGreaterThan(30);
  for (const [index, path] of paths.entries()) {
    const [first, second] = sizesFor(engine, index);
    await expectStarts(enginePage, site.url, path, first);
    await enginePage.resize(...second);
    await enginePage.evaluate(SETTLES);
    await expectShown(enginePage, path, second[0]);
  }
  await enginePage.resize(...WIDE);
  const narrow = paths.filter((_path, index) => sizesFor(engine, index)[0] === NARROW);
  console.log(`${enginePage.engine}: ${paths.length} pages started, ${narrow.length} of them ${NARROW[0]} px wide`);
});

test('a page of the shell and one of each remote start', async ({ enginePage, request, site }) => {
  const pages = (await pagesByApp(request)).map(([first]) => first?.path ?? '');
  expect(pages).toHaveLength(1 + REMOTES.length);
  for (const path of pages) await expectStarts(enginePage, site.url, path, WIDE);
});
