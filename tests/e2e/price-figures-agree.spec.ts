import type { Page } from '@playwright/test';
import { comparedUnit, daysAfter, itemName } from '@site/contracts';
import { createRandom } from '@site/sim';
import { cents, usDate } from '../../apps/api/dist/usda/sample/by-formula.js';
import { startMarsStandIn } from '../../apps/api/dist/usda/sample/mars-stand-in.js';
import { downloadOf } from '../support/download.ts';
import { startSite } from '../support/site.ts';
import { ask } from '../support/stored-prices.ts';
import { expect, test } from '../support/test.ts';

/** `FIGURE_SEEDS=11,23,37` compares more reports; component tests compare what needs no server (prices-agree.long.test.tsx). */
const SEEDS = (process.env['FIGURE_SEEDS'] ?? '11').split(',').map(Number);
const REGIONS = ['Northeast', 'Southeast', 'Midwest', 'Southcentral', 'Southwest', 'Northwest', 'Alaska', 'Hawaii'];
const KINDS = {
  egg: { path: '/projects/egg-prices', slug: 2757, commodity: 'Egg', section: 'Shell Egg', price_unit: 'Per Carton' },
  beef: { path: '/projects/beef-cut-prices', slug: 3228, commodity: 'Beef', section: 'Chuck', price_unit: 'Per lb' },
} as const;
type Kind = keyof typeof KINDS;
/** Newest first. The server does not request the rest of the year until half a minute after the first response. */
const WEEKS = ['2026-09-14', '2026-09-07'];

/** Rows of one report as USDA sends them: up to five items in up to nine places, each with a price of its own in each week. */
function randomRows(kind: Kind, seed: number) {
  const random = createRandom(seed);
  const { path: _, slug, ...columns } = KINDS[kind];
  const items = Array.from({ length: 2 + Math.floor(random() * 4) }, (__, index) => ({
    type: `Type ${'ABCDE'[index]}`,
    package_size: kind === 'egg' ? (['12', '18', '30'][Math.floor(random() * 3)] ?? '12') : null,
    places: ['NATIONAL', ...REGIONS.filter(() => random() < 0.6)],
  }));
  return WEEKS.flatMap((week) =>
    items.flatMap(({ places, ...item }) =>
      places.map((region) => {
        const price_avg = cents(0.5 + random() * 30);
        return {
          ...columns,
          ...item,
          slug_id: slug,
          region,
          report_date: usDate(week),
          report_begin_date: usDate(daysAfter(week, -2)),
          report_end_date: usDate(daysAfter(week, 4)),
          condition: 'Fresh',
          environment: 'Conventional',
          quality_grade: null,
          price_avg,
          price_min: cents(price_avg * 0.8),
          price_max: cents(price_avg * 1.3),
          store_count: 1 + Math.floor(random() * 5_000),
          final_ind: 'Final',
        };
      }),
    ),
  );
}
type Row = ReturnType<typeof randomRows>[number];

const startUpstream = (rows: Readonly<Record<Kind, readonly Row[]>>) =>
  startMarsStandIn({
    reports: Object.values(KINDS).map(({ slug, commodity }) => ({ slug_id: String(slug), report_title: commodity })),
    sections: () => ['Report Header', 'Report Details'],
    issues: () => WEEKS.map((week) => daysAfter(week, -2)),
    rows: (slug, section, from, to) =>
      section === 'Report Header'
        ? []
        : Object.values(rows)
            .flat()
            .filter((row) => row.slug_id === Number(slug))
            .filter(({ report_date: day }) => {
              const begin = daysAfter(day.replace(/^(\d+)\/(\d+)\/(\d+)$/, '$3-$1-$2'), -2);
              return begin >= from && begin <= to;
            }),
  });

const dollars = (amount: number) => `$${amount.toFixed(2)}`;
const stores = ({ store_count: count }: Row) => `${count.toLocaleString('en-US')} ${count === 1 ? 'store' : 'stores'}`;
const figureOf = (kind: Kind, row: Row) => dollars(row.price_avg * (comparedUnit(kind, row)?.factor ?? 1));
const isOf =
  ({ type }: Row, week: string | undefined) =>
  (row: Row) =>
    row.type === type && row.report_date === usDate(week ?? '');

/** What the sentence says about last week. */
function changeWords(kind: Kind, now: Row, before: Row | undefined): string {
  if (!before) throw new Error('a national row is missing');
  const factor = comparedUnit(kind, now)?.factor ?? 1;
  const change = (now.price_avg - before.price_avg) * factor;
  const percent = 100 * (now.price_avg / before.price_avg - 1);
  return `${change < 0 ? 'down' : 'up'} ${dollars(Math.abs(change))} (${change < 0 ? '−' : '+'}${Math.abs(percent).toFixed(1)}%) from last week`;
}

/** The text of a document as sent. */
const wordsOf = (html: string) => html.replaceAll(/<!--.*?-->|<[^>]+>/g, '');

async function expectOneFigure(page: Page, url: string, kind: Kind, rows: readonly Row[]): Promise<void> {
  const national = rows.filter(({ region }) => region === 'NATIONAL');
  const most = national
    .filter(({ report_date: day }) => day === usDate(WEEKS[0] ?? ''))
    .reduce((one, other) => (other.store_count > one.store_count ? other : one));
  const ofItem = rows.filter(isOf(most, WEEKS[0]));
  const [figure, name] = [figureOf(kind, most), itemName(kind, most)];
  // The first request for the report makes the server store its weeks.
  await expect.poll(async () => (await ask(page.request, `${url}/api/weekly-${kind}-report`)).status()).toBe(200);
  await expect
    .poll(async () => {
      const response = await ask(page.request, `${url}/api/price-history?commodity=${kind}`);
      const { series } = (await response.json()) as { series: { type: string; points: unknown[] }[] };
      return series.find(({ type }) => type === most.type)?.points.length;
    })
    .toBe(WEEKS.length);
  const sentence = `${figure} per ${kind === 'egg' ? 'dozen' : 'lb'} is this week’s advertised price of ${name} across the country, in ${stores(most)}: ${changeWords(kind, most, national.find(isOf(most, WEEKS[1])))}`;
  await expect.poll(async () => wordsOf(await (await ask(page.request, url + KINDS[kind].path)).text())).toContain(sentence);
  await page.goto(url + KINDS[kind].path);
  const answer = page.getByRole('region', { name: /^Week of / });
  await expect(answer).toContainText(sentence);
  // Chart.
  await expect(answer.locator('figcaption')).toContainText(`Week of Sep 14, 2026: ${figure} in ${stores(most)}`);
  await expect(answer.getByRole('img')).toHaveAccessibleName(new RegExp(`newest \\${figure}\\.`));
  // Map, and the list beside it.
  const regional = ofItem.filter(({ region }) => region !== 'NATIONAL');
  const drawn = await page.locator('path[data-priced="true"]').allTextContents();
  expect(drawn.toSorted()).toEqual(regional.map((row) => `${row.region}: ${figureOf(kind, row)}`).toSorted());
  const list = page.getByRole('table', { name: /^This week by region/ });
  for (const row of ofItem)
    await expect(list.getByRole('row', { name: new RegExp(`^${row.region} `) })).toContainText(figureOf(kind, row));
  // The table of items: the one that the most stores advertise comes first.
  await expect(page.getByRole('list', { name: 'Items' }).getByRole('listitem').first()).toContainText(figure);
  const { text: csv } = await downloadOf(page, page.getByRole('button', { name: 'Download CSV' }).first());
  const [head = '', ...lines] = csv.split('\r\n').filter((line) => line !== '' && !line.startsWith('#'));
  const price = head.split(',').indexOf('price_avg');
  for (const row of ofItem) {
    const line = lines.find((one) => one.includes(row.type) && one.includes(row.region));
    expect(Number(line?.split(',')[price]), line).toBe(row.price_avg);
  }
  const feed = await (
    await ask(page.request, `${url}${await answer.getByRole('link', { name: /feed/ }).getAttribute('href')}`)
  ).text();
  const titles = [...feed.matchAll(/<title>([^<]*)<\/title>/g)].map(([, title]) => title ?? '').slice(1);
  const history = WEEKS.flatMap((week) => national.filter(isOf(most, week)));
  expect(titles).toEqual(history.map((row) => expect.stringContaining(`${name}: ${figureOf(kind, row)} `)));
  const { text: picture } = await downloadOf(page, answer.getByRole('button', { name: 'Chart as SVG' }));
  const written = [...picture.matchAll(/<text[^>]*>([^<]*)</g)].map(([, words]) => words).join(' ');
  expect(written).toContain(`${name}, NATIONAL: ${figure} per `);
}

for (const seed of SEEDS) {
  test(`document, sentence, chart, map, table, file, feed and picture of random reports show the same figure, seed ${seed}`, async ({
    page,
  }) => {
    const rows = { egg: randomRows('egg', seed), beef: randomRows('beef', seed + 1) };
    const upstream = await startUpstream(rows);
    const site = await startSite({
      env: { USDA_SOURCE: 'live', USDA_API_KEY: 'random-reports', USDA_BASE_URL: upstream.baseUrl },
    });
    try {
      for (const kind of ['egg', 'beef'] as const) await test.step(kind, () => expectOneFigure(page, site.url, kind, rows[kind]));
    } finally {
      // A page that is still open would report its visit to a server that is gone.
      await page.goto('about:blank');
      await site.close();
      await upstream.close();
    }
  });
}
