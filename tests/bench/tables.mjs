// The longest task of the main thread when 10,000 reports arrive, are sorted and searched, and when a ZIP code filters 5,000
// prices, in processor time, compared with a bare page that does the same with arrays and renders forty rows. These times
// are multiplied by four, for a processor four times slower. Then opening, sorting, filtering and scrolling a report of
// 100,000 rows, without a peer and without that factor. `npm run bench -- tables`.
import { resolve } from 'node:path';
import { chromium } from '@playwright/test';
import { findBrowser } from '../../tools/browser.mjs';
import { startBuiltSite } from '../../tools/built-site.mjs';
import { longestTask } from './main-thread.mjs';
import { median, report, row } from './rows.mjs';

process.chdir(resolve(import.meta.dirname, '../..'));
const GOAL_MS = 50;
const SLOWDOWN = 4;
const ROUNDS = 3;
/** Of a screen that shows sixty frames a second. */
const FRAME_MS = 1000 / 60;
const SCROLLED_FRAMES = 120;
const SCROLLED_PX = 300;
const REPORT_COUNT = 10_000;
const PRICE_COUNT = 5_000;
/** The maximum that the API sends at once. */
const ROW_COUNT = 100_000;

const KINDS = ['Beef', 'Pork', 'Chicken', 'Cheese', 'Wheat', 'Apple', 'Potato', 'Cotton'];
const PLACES = ['Des Moines, IA', 'Oklahoma City', 'Québec', 'St. Joseph', 'Fresno', 'Amarillo', 'Miami', 'boston'];
const REGIONS = ['NATIONAL', 'Northeast', 'Southeast', 'Midwest', 'Southcentral', 'Southwest', 'Northwest', 'Alaska', 'Hawaii'];

/** Unsorted, distinct titles, as long as USDA's. */
const REPORTS = Array.from({ length: REPORT_COUNT }, (_, index) => {
  const mixed = (index * 7_919) % REPORT_COUNT;
  const kind = KINDS[mixed % KINDS.length];
  const place = PLACES[(mixed >> 3) % PLACES.length];
  return {
    report_id: String(mixed),
    report_title: `${place} Weekly ${kind} Summary, ${mixed % 2 ? 'Auction' : 'Terminal'} Market No. ${mixed}`,
    slug_id: String(mixed),
    slug_name: `AMS_${mixed}`,
    commodity: mixed % 5 ? kind : null,
    market: place,
    report_desc: null,
    report_date: '2026-09-14',
    report_status: 'Final',
    discontinued: mixed % 3 === 0,
  };
});

const BY_TITLE = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
const [FIRST_BY_TITLE] = REPORTS.map(({ report_title }) => report_title).toSorted(BY_TITLE.compare);

/** All rows are copies of the sample's first one, so that they have everything that the contract requires. */
function pricesLike({ currentWeekData: [sample], ...rest }) {
  const currentWeekData = Array.from({ length: PRICE_COUNT }, (_, index) => ({
    ...sample,
    type: `Large ${index % 2 ? 'White' : 'Brown'} ${index}`,
    region: REGIONS[index % REGIONS.length],
  }));
  return { ...rest, currentWeekData };
}

/** Resolves when the page has painted a table with this many rows, whose first row starts with this text. */
function shown(page, rowCount, first = '') {
  return page.evaluate(
    ([count, text]) =>
      new Promise((done) => {
        const look = () => {
          if (document.querySelector('table[aria-rowcount]')?.getAttribute('aria-rowcount') !== count) return;
          if (!document.querySelector('tbody tr[aria-rowindex="2"]')?.textContent.startsWith(text)) return;
          observer.disconnect();
          requestAnimationFrame(() => setTimeout(done, 0));
        };
        const observer = new MutationObserver(look);
        observer.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
        look();
      }),
    [String(rowCount + 1), first],
  );
}

/** Runs the action, and resolves when the expected table is painted. */
async function act(page, action, rowCount, first) {
  const done = shown(page, rowCount, first);
  await action();
  await done;
}

/** Waits two frames, after which the effects of a press are painted. */
const painted = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

/** Scrolls through the rows: 18,000 px a second at sixty frames a second, faster than by hand. */
const scroll = (page) =>
  page.evaluate(
    ([frames, top]) =>
      new Promise((done) => {
        document.querySelector('table[aria-rowcount]').scrollIntoView();
        const step = (left) => {
          window.scrollBy({ top, behavior: 'instant' });
          requestAnimationFrame(() => (left > 0 ? step(left - 1) : done()));
        };
        step(frames);
      }),
    [SCROLLED_FRAMES, SCROLLED_PX],
  );

async function measurePages(browser, url, prices) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  const headers = { 'X-Data-Source': 'live', 'X-Data-Fetched-At': '2026-11-20T09:00:00.000Z' };
  let answer = () => {};
  const requested = new Promise((seen) => {
    const wait = new Promise((resume) => (answer = resume));
    void page.route('**/api/usda-reports', async (route) => {
      seen();
      await wait;
      await route.fulfill({ json: REPORTS, headers });
    });
  });
  await page.route('**/api/weekly-egg-report', (route) => route.fulfill({ json: prices, headers }));
  await page.goto(`${url}/projects/usda-reports`);
  await requested;
  const took = {};
  took.read = await longestTask(browser, page, () => act(page, () => answer(), REPORT_COUNT));
  await page.getByRole('columnheader', { name: 'Report Title' }).getByRole('button').focus();
  took.sort = await longestTask(browser, page, () => act(page, () => page.keyboard.press('Enter'), REPORT_COUNT, FIRST_BY_TITLE));
  await page.getByRole('searchbox', { name: 'Search reports' }).focus();
  const found = REPORTS.filter(({ report_title, commodity }) => /b/i.test(`${report_title} ${commodity ?? ''}`)).length;
  took.search = await longestTask(browser, page, () => act(page, () => page.keyboard.press('b'), found));
  await page.goto(`${url}/projects/egg-prices?rows=all`);
  await shown(page, PRICE_COUNT);
  await page.getByPlaceholder('Enter your 5-digit ZIP code').fill('5370');
  const midwest = prices.currentWeekData.filter(({ region }) => region === 'Midwest').length;
  took.filter = await longestTask(browser, page, () => act(page, () => page.keyboard.press('3'), midwest));
  await page.close();
  return took;
}

/** An opened report of maximum length, as sent by the API. */
function longReport() {
  const cells = (distinct) => Array.from({ length: ROW_COUNT }, (_, index) => (index * 7_919) % distinct).join(',');
  const words = (count) => Array.from({ length: count }, (_, index) => `Word ${index}`);
  return {
    slug: '1280',
    title: 'A long report',
    discontinued: false,
    section: 'Report Details',
    sections: ['Report Details'],
    rows: ROW_COUNT,
    issued: 'report_date',
    columns: [
      { name: 'report_date', kind: 'date', values: ['2026-09-07', '2026-09-14'], cells: cells(2) },
      ...[2, 5, 9, 40].map((count) => ({ name: `words_${count}`, kind: 'category', values: words(count), cells: cells(count) })),
      ...[100, 5_000, 90_000].map((count) => ({ name: `number_${count}`, kind: 'number', values: [], cells: cells(count) })),
    ],
    facts: [],
    shortened: false,
    source: 'live',
    fetchedAt: '2026-11-20T09:00:00.000Z',
    stale: false,
  };
}

async function measureOpenReport(browser, url) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  let answer = () => {};
  const requested = new Promise((seen) => {
    const wait = new Promise((resume) => (answer = resume));
    void page.route('**/api/usda-reports/1280', async (route) => {
      seen();
      await wait;
      await route.fulfill({ json: longReport() });
    });
  });
  await page.goto(`${url}/projects/usda-reports/1280?issue=all`);
  await requested;
  const took = {};
  took.read = await longestTask(browser, page, () => act(page, () => answer(), ROW_COUNT));
  await page.getByRole('columnheader', { name: 'Words 9' }).getByRole('button').focus();
  const sort = async () => {
    await page.keyboard.press('Enter');
    await page.locator('th[aria-sort=ascending]').waitFor();
    await painted(page);
  };
  took.sort = await longestTask(browser, page, sort);
  took.scroll = await longestTask(browser, page, () => scroll(page));
  await page.evaluate(() => window.scrollTo(0, 0));
  took.filter = await longestTask(browser, page, () =>
    act(page, () => page.getByLabel('Words 5', { exact: true }).selectOption('Word 3'), ROW_COUNT / 5),
  );
  await page.close();
  return took;
}

/** Runs in the bare page. */
function prepareBare({ reports, prices }) {
  const body = document.body.appendChild(document.createElement('table')).createTBody();
  const show = (rows) => {
    body.replaceChildren();
    for (const item of rows.slice(0, 40)) {
      const line = body.insertRow();
      for (const value of Object.values(item)) line.insertCell().textContent = String(value);
    }
  };
  const text = JSON.stringify(reports);
  const { compare } = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
  const actions = {
    read: () => show(JSON.parse(text)),
    sort: () => show(reports.toSorted((one, other) => compare(one.report_title, other.report_title))),
    search: () => show(reports.filter((one) => `${one.report_title} ${one.commodity}`.toLowerCase().includes('b'))),
    filter: () => show(prices.filter(({ region }) => region === 'Midwest')),
  };
  addEventListener('click', ({ detail }) => actions[detail]());
  for (const name of Object.keys(actions))
    Object.assign(window, { [name]: () => dispatchEvent(new CustomEvent('click', { detail: name })) });
}

async function measureBare(browser, prices) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await page.evaluate(prepareBare, { reports: REPORTS, prices: prices.currentWeekData });
  const took = {};
  for (const name of ['read', 'sort', 'search', 'filter'])
    took[name] = await longestTask(browser, page, async () => {
      await page.evaluate((action) => window[action](), name);
      await painted(page);
    });
  await page.close();
  return took;
}

const site = await startBuiltSite(['shell', 'market-prices']);
const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox', '--disable-quic'] });
let sample;
do sample = await fetch(`${site.url}/api/weekly-egg-report`);
while (!sample.ok);
const prices = pricesLike(await sample.json());
const rounds = [];
for (let round = 0; round < ROUNDS; round += 1)
  rounds.push({
    ours: await measurePages(browser, site.url, prices),
    bare: await measureBare(browser, prices),
    long: await measureOpenReport(browser, site.url),
  });
await browser.close();
await site.close();
const ACTIONS = {
  read: `${REPORT_COUNT} reports arrive`,
  sort: `${REPORT_COUNT} reports are sorted`,
  search: `${REPORT_COUNT} reports are searched`,
  filter: `${PRICE_COUNT} prices are filtered by ZIP code`,
};
const LONG_ACTIONS = { read: 'arrive', sort: 'are sorted', filter: 'are filtered' };
report('tables', [
  ...Object.entries(ACTIONS).map(([name, words]) => {
    const medianOf = (who) => SLOWDOWN * median(rounds.map((round) => round[who][name]));
    const ours = medianOf('ours');
    const what = `tables: ${words}, longest task, CPU at 1/${SLOWDOWN}`;
    return row({
      what,
      ours,
      unit: 'ms',
      peer: 'bare page',
      peerFigure: medianOf('bare'),
      goal: `under ${GOAL_MS} ms`,
      ok: ours < GOAL_MS,
    });
  }),
  ...Object.entries(LONG_ACTIONS).map(([name, words]) => {
    const ours = median(rounds.map(({ long }) => long[name]));
    const what = `tables: ${ROW_COUNT} rows of a report ${words}, longest task, CPU time`;
    return row({ what, ours, unit: 'ms', goal: `under ${GOAL_MS} ms`, ok: ours < GOAL_MS });
  }),
  row({
    what: `tables: ${ROW_COUNT} rows of a report scroll, longest frame, CPU time`,
    ours: median(rounds.map(({ long }) => long.scroll)),
    unit: 'ms',
    goal: 'under 16.7 ms',
    ok: median(rounds.map(({ long }) => long.scroll)) < FRAME_MS,
  }),
]);
