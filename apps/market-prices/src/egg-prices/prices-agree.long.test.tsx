import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type PriceHistory, priceItemKey, type PriceRecord, REGIONS } from '@site/contracts';
import { createRandom } from '@site/sim';
import { renderPage } from '../../../../tools/jest/render-page.tsx';
import { Component as BeefPage } from '../beef-cut-prices/beef-cut-prices.page.tsx';
import { BEEF } from '../beef-cut-prices/beef-kind.ts';
import { Component as EggPage } from './egg-prices.page.tsx';
import { EGGS } from './egg-kind.ts';
import type { PictureWords } from '../history/chart-picture.ts';
import { fullName } from '../prices/price-kind.ts';
import { aPriceRecord, aWeeklyReport } from '../prices/price-record.factory.ts';

interface SavedCsv {
  readonly head: readonly string[];
  readonly rows: readonly (readonly (string | number | null)[])[];
}

/** The last CSV; Jest requires the prefix `mock` for variables that a factory reads. */
let mockSaved: SavedCsv | null = null;
jest.mock('../table/save-csv.ts', () => ({ saveCsv: (_name: string, csv: SavedCsv) => (mockSaved = csv) }));

/** The last picture, drawn by the real code. */
let mockPicture: string | null = null;
jest.mock('../history/chart-picture.ts', () => ({
  savePicture: (chart: SVGSVGElement, words: PictureWords) => {
    const { drawPicture } = jest.requireActual<typeof import('../history/chart-picture.ts')>('../history/chart-picture.ts');
    mockPicture = drawPicture(chart, words).svg;
  },
}));

/** The picture's text, with its lines joined. */
async function wordsOfPicture(answer: HTMLElement): Promise<string> {
  mockPicture = null;
  await userEvent.click(within(answer).getByRole('button', { name: 'Chart as SVG' }));
  await waitFor(() => expect(mockPicture).not.toBeNull());
  const picture = new DOMParser().parseFromString(mockPicture ?? '', 'image/svg+xml');
  return [...picture.querySelectorAll('text')].map(({ textContent }) => textContent).join(' ');
}

const realFetch = globalThis.fetch;
beforeAll(() => {
  globalThis.ResizeObserver = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
});
afterEach(() => {
  cleanup();
  globalThis.fetch = realFetch;
});

const cents = (dollars: number) => Math.round(dollars * 100) / 100;

/** Up to six items in up to nine places, each with its own price, range and change. */
function randomRows(kind: typeof EGGS, seed: number): PriceRecord[] {
  const random = createRandom(seed);
  const types = Array.from({ length: 1 + Math.floor(random() * 6) }, (_, index) => `Type ${'ABCDEF'[index]}`);
  return types.flatMap((type) => {
    const own =
      kind.commodity === 'egg'
        ? { package_size: ['12', '18', '30', '60'][Math.floor(random() * 4)] ?? '12' }
        : { commodity: 'Beef', price_unit: 'Per lb', package_size: 'Regular' };
    const places = ['NATIONAL', ...REGIONS.filter(() => random() < 0.6)];
    return places.map((region) => {
      const price_avg = cents(0.5 + random() * 30);
      const price_change = random() < 0.7 ? cents((random() - 0.5) * price_avg) : null;
      return aPriceRecord({
        ...own,
        type,
        region,
        price_avg,
        price_min: cents(price_avg * 0.8),
        price_max: cents(price_avg * 1.3),
        store_count: 1 + Math.floor(random() * 5_000),
        price_change,
        price_change_percent: price_change === null ? null : Math.round((1_000 * price_change) / (price_avg - price_change)) / 10,
      });
    });
  });
}

const historyOf = (kind: typeof EGGS, rows: readonly PriceRecord[], region: string | null): PriceHistory => ({
  source: 'live',
  attribution: 'USDA AMS Market News',
  licence: 'Public domain',
  series: rows
    .filter((row) => row.region === region)
    .map((row) => ({
      ...row,
      item: priceItemKey(kind.commodity, row),
      points: [
        { date: '2025-09-15', price_avg: 2, price_min: 1, price_max: 3, store_count: 5 },
        {
          date: row.report_date,
          price_avg: row.price_avg,
          price_min: row.price_min,
          price_max: row.price_max,
          store_count: row.store_count,
        },
      ],
    })),
});

const dollars = (amount: number | undefined) => `$${amount?.toFixed(2)}`;
/** What the sentence says about last week. */
function changeText(kind: typeof EGGS, row: PriceRecord): string {
  const { price_avg: average, price_change: change, price_change_percent: percent } = row;
  if (average === null || change === null || percent === null) return 'not advertised last week';
  const perUnit = (change * (kind.range(row)?.average ?? 0)) / average;
  if (Math.abs(perUnit) < 0.005) return 'unchanged from last week';
  const sign = change < 0 ? '−' : '+';
  return `${change < 0 ? 'down' : 'up'} ${dollars(Math.abs(perUnit))} (${sign}${Math.abs(percent).toFixed(1)}%) from last week`;
}

const SEEDS = Array.from({ length: 12 }, (_, index) => 101 * (index + 1));

describe.each([
  ['egg', EGGS, EggPage],
  ['beef', BEEF, BeefPage],
] as const)('%s', (_name, kind, Page) => {
  test.each(SEEDS)('report %d: sentence, chart, picture, map, list, items and CSV have the same figures', async (seed) => {
    const rows = randomRows(kind, seed);
    globalThis.fetch = async (input) => {
      const url = new URL(String(input), 'http://site.invalid');
      if (url.pathname === '/api/price-history') return Response.json(historyOf(kind, rows, url.searchParams.get('region')));
      return Response.json(aWeeklyReport(rows));
    };
    const { container } = renderPage(
      <main>
        <h1 tabIndex={-1}>Prices</h1>
        <Page />
      </main>,
    );
    const most = rows
      .filter((row) => row.region === 'NATIONAL')
      .reduce((one, other) => ((other.store_count ?? 0) > (one.store_count ?? 0) ? other : one));
    const price = kind.range(most)?.average;
    const stores = `${most.store_count?.toLocaleString('en-US')} ${most.store_count === 1 ? 'store' : 'stores'}`;
    const answer = await screen.findByRole('region', { name: /^Week of / });
    expect(answer.textContent).toContain(
      `${dollars(price)} per ${kind.unit} is this week’s advertised price of ${fullName(kind, most)}`,
    );
    expect(answer.textContent).toContain(`in ${stores}`);
    expect(answer.textContent).toContain(changeText(kind, most));
    // The chart's newest week.
    expect(await within(answer).findByText(`Week of Sep 14, 2026: ${dollars(price)} in ${stores}`)).toBeTruthy();

    const picture = await wordsOfPicture(answer);
    expect(picture).toContain(`${fullName(kind, most)}, NATIONAL: ${dollars(price)} per ${kind.unit} in ${stores}`);
    expect(picture).toContain('the week of Sep 14, 2026');
    expect(picture).toContain('Source: USDA AMS Market News. Public domain.');

    const list = within(screen.getByRole('table', { name: /^This week by region/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Download CSV' }));
    for (const row of rows.filter((one) => priceItemKey(kind.commodity, one) === priceItemKey(kind.commodity, most))) {
      const figure = dollars(kind.range(row)?.average);
      expect(list.getByRole('row', { name: new RegExp(`^${row.region} `) }).textContent).toContain(figure);
      const cells = mockSaved?.rows.find((line) => line.includes(row.region) && line.includes(row.type)) ?? [];
      const stated = Object.fromEntries(cells.map((cell, index) => [mockSaved?.head[index], cell]));
      expect(dollars(kind.range({ ...row, price_avg: Number(stated['price_avg']) })?.average)).toBe(figure);
    }
    const regional = rows.filter(
      (row) => priceItemKey(kind.commodity, row) === priceItemKey(kind.commodity, most) && row.region !== 'NATIONAL',
    );
    const shown = [...container.querySelectorAll('path[data-priced="true"]')].map((shape) => shape.textContent);
    expect(shown.toSorted()).toEqual(regional.map((row) => `${row.region}: ${dollars(kind.range(row)?.average)}`).toSorted());
    // Sorted by stores, the answer's item comes first.
    const [first] = within(screen.getByRole('list', { name: 'Items' })).getAllByRole('listitem');
    expect(first?.textContent).toContain(`${dollars(price)}per ${kind.unit}, ${stores}`);
  });
});
