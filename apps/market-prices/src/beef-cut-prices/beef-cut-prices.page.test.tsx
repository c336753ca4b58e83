import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { WeeklyReport } from '@site/contracts';
import { useLocation } from '@site/router';
import { renderPage } from '../../../../tools/jest/render-page.tsx';
import { aCutOfBeef, aWeeklyReport } from '../prices/price-record.factory.ts';
import { Component } from './beef-cut-prices.page.tsx';

const realFetch = globalThis.fetch;
let requested: string[] = [];

/** The report's next responses, one per request; the last one repeats. The history request never resolves. */
function respondWith(...responses: readonly (() => Promise<Response>)[]): void {
  globalThis.fetch = async (input) => {
    if (String(input).startsWith('/api/price-history')) return new Promise(() => {});
    const respond = responses[Math.min(requested.length, responses.length - 1)]!;
    requested.push(String(input));
    return respond();
  };
}

const json = (body: unknown, status = 200) => Promise.resolve(Response.json(body, { status }));
const html = (status: number) => Promise.resolve(new Response('<p>proxy</p>', { status }));
/** Rejects with an error from this realm: one from Node's own parser is not an `Error` in jsdom. */
const notJson = () => Promise.reject(new SyntaxError('"<p>" is not valid JSON'));

const ROWS = [
  aCutOfBeef({ price_change: 0.3, price_change_percent: 4 }),
  aCutOfBeef({
    type: 'Eye of Round Roast',
    section: 'Round',
    price_change: -0.38,
    price_change_percent: -5.54,
    quality_grade: 'Choice',
  }),
  aCutOfBeef({ type: 'Ribeye Steak, Bone-In', section: 'Rib', price_change: 0, price_change_percent: 0, quality_grade: 'Prime' }),
  aCutOfBeef({ type: 'Filet Mignon', section: 'Loin', price_min: 9, price_max: 9, price_avg: 9.5, quality_grade: 'Select' }),
  aCutOfBeef({ type: 'Tenderloin', section: 'Loin', price_avg: null, price_min: null, price_max: null, store_count: null }),
  aCutOfBeef({ type: 'Skirt Steak', section: null, region: 'Midwest', quality_grade: 'No Roll' }),
];

function render(search = '?rows=all'): void {
  renderPage(
    <main>
      <h1 tabIndex={-1}>BEEF CUT PRICES</h1>
      <Component />
    </main>,
    { address: `/projects/beef-cut-prices${search}` },
  );
}

async function openPage(records = ROWS, fields: Partial<WeeklyReport> = {}, search?: string): Promise<void> {
  respondWith(() => json(aWeeklyReport(records, fields)));
  render(search);
  await screen.findByRole('heading', { name: 'Report Information' });
}

const rowElements = () =>
  [...screen.getByRole('region', { name: 'Prices' }).querySelectorAll<HTMLElement>('tr[aria-rowindex]')].slice(1);
const names = () => rowElements().map((row) => within(row).getByRole('rowheader').textContent ?? '');
const cell = (row: number, column: string) => rowElements()[row]!.querySelector<HTMLElement>(`[data-label="${column}"]`)!;
const cut = () => screen.getByRole('combobox', { name: 'Filter by Beef Cut' });

beforeEach(() => {
  requested = [];
});

afterEach(() => {
  globalThis.fetch = realFetch;
});

test('requests the weekly report once, and says that it is loading', async () => {
  respondWith(() => new Promise(() => {}));
  render();
  expect(screen.getByText('Connecting to USDA API...')).toBeTruthy();
  expect(screen.getByText('Loading beef cut prices...')).toBeTruthy();
  await waitFor(() => expect(requested).not.toEqual([]));
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  expect(requested).toEqual(['/api/weekly-beef-report']);
});

test('price, change and quality are shown as specified', async () => {
  await openPage();
  const columns = within(screen.getByRole('region', { name: 'Prices' })).getAllByRole('columnheader');
  expect(columns.map((column) => (column.querySelector('button') ?? column).textContent)).toEqual([
    'Report Date',
    'Beef Cut',
    'Section',
    'Price Range',
    'Region',
    'Store Count',
    'Quality',
    'Weekly Change',
    'Past Year',
  ]);
  expect(names()[0]).toBe('Chuck Roast, BonelessFresh, Regular, Conventional');
  expect([0, 3, 4].map((row) => cell(row, 'Price Range').textContent)).toEqual(['$5.99 - $9.74 per lb', '$9.50 per lb', '-']);
  expect([cell(4, 'Store Count').textContent, cell(5, 'Section').textContent]).toEqual(['-', '-']);
  expect([0, 1, 2, 3].map((row) => cell(row, 'Weekly Change').textContent)).toEqual([
    '+$0.30 per lb+4.0%',
    '$0.38 per lb-5.5%',
    '$0.00 per lb0.0%',
    'No data',
  ]);
  for (const [row, name] of [/^Up/, /^Down/, /^Unchanged/].entries()) {
    expect(within(cell(row, 'Weekly Change')).getByRole('img', { name })).toBeTruthy();
  }
  expect(cell(0, 'Quality').textContent).toBe('-');
  for (const [row, grade, tint] of [
    [1, 'Choice', 'green'],
    [2, 'Prime', 'purple'],
    [3, 'Select', 'yellow'],
    [5, 'No Roll', 'gray'],
  ] as const) {
    expect(within(cell(row, 'Quality')).getByText(grade).dataset['tint']).toBe(tint);
  }
});

test('the information panel, the note and the about block say what the figures are', async () => {
  await openPage([aCutOfBeef(), aCutOfBeef({ report_date: '2026-09-07' })], { droppedRows: 3 });
  const panel = within(screen.getByRole('region', { name: 'Report Information' }));
  expect(panel.getByText('Weekly Retail Beef Feature Activity')).toBeTruthy();
  expect(panel.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(['Sep 14, 2026', '2', '13,190', '3']);
  expect(panel.getByText(/Advertised feature prices, not shelf prices/)).toBeTruthy();
  expect(screen.getByText(/national weekly beef feature activity from Washington, DC/)).toBeTruthy();
  expect(screen.getByRole('region', { name: 'About This Report' }).textContent).toContain('slug 3228');
  expect(screen.getByText(/exactly one week earlier. “No data” where/)).toBeTruthy();
});

test.each([
  [{ source: 'live', stale: false }, 'Live Data'],
  [{ source: 'live', stale: true }, 'Saved copy from'],
  [{ source: 'sample', stale: true }, 'Sample data'],
] as const)('%o is labeled "%s" and nothing else', async (fields, label) => {
  await openPage(ROWS, fields);
  const status = screen.getByRole('region', { name: 'API status' }).textContent;
  expect(status).toContain('Successfully loaded weekly beef report');
  expect(['Live Data', 'Saved copy from', 'Sample data'].filter((text) => status.includes(text))).toEqual([label]);
});

test('the cut filter offers 29 cuts and “all” under ten sections, matches any word, and Exact matches the full name', async () => {
  await openPage();
  expect(within(cut()).getAllByRole('option')).toHaveLength(30);
  expect(within(cut()).getAllByRole('option')[0]?.textContent).toBe('All Cuts');
  expect(within(cut()).getAllByRole('group')).toHaveLength(10);
  for (const words of [/New York Strip/, /Filet Mignon/, /Picanha/]) {
    expect(within(cut()).getByRole('option', { name: words })).toBeTruthy();
  }
  await userEvent.selectOptions(cut(), 'chuck eye');
  expect(screen.getByRole('main').textContent).toContain('Filtering for: Chuck Eye');
  // Chuck in one section, eye in another type, and the eye of ribeye.
  expect(screen.getByText('broad match: 3 rows')).toBeTruthy();
  await userEvent.click(screen.getByRole('switch', { name: 'Exact' }));
  expect(screen.getByText('exact match: 0 rows')).toBeTruthy();
  expect(screen.getByText('No rows for this choice')).toBeTruthy();
  await userEvent.selectOptions(cut(), 'tenderloin');
  // The alternate name, filet mignon, matches too.
  expect(screen.getByText('exact match: 2 rows')).toBeTruthy();
});

test('no number of rows is ever shown beside a filter that it does not belong to', async () => {
  await openPage();
  const replaced: (string | null)[] = [];
  const observer = new MutationObserver((changes) => replaced.push(...changes.map(({ oldValue }) => oldValue)));
  observer.observe(document.body, { subtree: true, characterData: true, characterDataOldValue: true });
  await userEvent.selectOptions(cut(), 'chuck eye');
  expect(screen.getByText('broad match: 3 rows')).toBeTruthy();
  await userEvent.click(screen.getByRole('switch', { name: 'Exact' }));
  expect(screen.getByText('exact match: 0 rows')).toBeTruthy();
  observer.disconnect();
  expect(replaced.filter((text) => text?.includes('match:'))).toEqual(['broad match: 3 rows']);
});

test('the address restores cut, match and region, and the hidden national rows are counted', async () => {
  await openPage(ROWS, {}, '?cut=skirt&match=exact&zip=53703&rows=all');
  expect((cut() as HTMLSelectElement).value).toBe('skirt');
  expect(screen.getByText('exact match: 1 row')).toBeTruthy();
  expect(names()).toEqual([expect.stringContaining('Skirt Steak')]);
  await userEvent.selectOptions(cut(), '');
  expect(screen.getByText('5 NATIONAL rows are hidden by the region filter.')).toBeTruthy();
});

test('the change of an item that is not sold by the pound has the item’s own unit, and less than a cent is no change', async () => {
  await openPage([
    aCutOfBeef({ price_unit: 'Each', package_size: null, price_change: 0.3, price_change_percent: 4 }),
    aCutOfBeef({ price_change: 0.004, price_change_percent: 0.05 }),
  ]);
  const changes = [0, 1].map((row) => cell(row, 'Weekly Change'));
  expect(changes.map(({ textContent }) => textContent)).toEqual(['+$0.30 each+4.0%', '$0.00 per lb0.1%']);
  expect(within(changes[1]!).getByRole('img', { name: /^Unchanged/ })).toBeTruthy();
});

test('sorting by change puts rows without one last, in both directions', async () => {
  await openPage();
  const sort = within(screen.getByRole('columnheader', { name: /Weekly Change/ })).getByRole('button');
  await userEvent.click(sort);
  await waitFor(() => expect(names()[0]).toContain('Eye of Round'));
  await userEvent.click(sort);
  await waitFor(() => expect(names()[0]).toContain('Chuck Roast'));
  expect(names()[3]).toMatch(/Filet Mignon|Tenderloin|Skirt/);
});

test('the address contains the sort order as well as the choices, so that Back restores it', async () => {
  respondWith(() => json(aWeeklyReport(ROWS)));
  const Address = () => <output>{useLocation().search}</output>;
  const page = (
    <>
      <Component />
      <Address />
    </>
  );
  const open = (search: string) => renderPage(page, { address: `/projects/beef-cut-prices${search}` });
  const choice = () => screen.findByLabelText('Sort by');
  const { unmount } = open('?unit=kg&rows=all');
  await userEvent.selectOptions(await choice(), 'Weekly Change, descending');
  await screen.findByText('?unit=kg&rows=all&sort=-change');
  unmount();

  open('?unit=kg&rows=all&sort=-change');
  await choice();
  expect(names().slice(0, 3)).toEqual(
    ['Chuck Roast', 'Ribeye Steak, Bone-In', 'Eye of Round Roast'].map(expect.stringContaining),
  );
  await userEvent.selectOptions(await choice(), 'Report order');
  await screen.findByText('?unit=kg&rows=all');
});

test('an empty report says that nothing was advertised', async () => {
  await openPage([]);
  expect(screen.getByText('No feature activities found')).toBeTruthy();
  expect(screen.getByText('No retail beef feature activities available for this period')).toBeTruthy();
});

test.each([
  ['a server failure', () => json({ error: 'broken', details: 'disk full' }, 500), 'broken - disk full'],
  [
    'a missing key',
    () => json({ error: 'No USDA key', details: 'set USDA_API_KEY', apiKeyConfigured: false }, 503),
    'No USDA key - set USDA_API_KEY (API key not configured)',
  ],
  ['an error response without a message', () => json({}, 504), 'Failed to fetch report: 504'],
  ['an HTML error page', () => html(502), 'Failed to fetch report: 502'],
  ['an HTML page', async () => Object.assign(await html(200), { json: notJson }), 'is not valid JSON'],
  ['a dropped connection', () => Promise.reject(new TypeError('Failed to fetch')), 'Failed to fetch'],
  ['a rejection that is not an Error', () => Promise.reject('gone'), 'Failed to fetch report data'],
  ['an error without a message', () => Promise.reject(new Error('')), 'Failed to fetch report data'],
] as const)('%s shows the failed card and the message, and Retry sends one more request', async (_, fails, message) => {
  respondWith(fails, () => json(aWeeklyReport(ROWS)));
  render();
  const alert = await screen.findByRole('alert');
  const status = screen.getByRole('region', { name: 'API status' });
  expect(status.textContent).toContain('API Connection Failed');
  expect(status.compareDocumentPosition(alert)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(status.textContent).toContain('Unable to load weekly beef report');
  expect(within(alert).getByRole('heading', { name: 'Error loading report:' })).toBeTruthy();
  expect(alert.querySelector('p')?.textContent).toContain(message);
  for (const part of ['Endpoint', 'Message', 'Time', 'Possible causes', 'Debug steps']) {
    expect(within(alert).getByText(part)).toBeTruthy();
  }
  expect(alert.textContent).toContain('GET /api/weekly-beef-report');
  expect(alert.textContent).toContain('Report slug 3228 is unavailable');
  expect(requested).toHaveLength(1);
  await userEvent.click(within(alert).getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('API Connected')).toBeTruthy();
  expect(requested).toHaveLength(2);
});
