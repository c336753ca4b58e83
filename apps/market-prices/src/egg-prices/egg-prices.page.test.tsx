import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { WeeklyReport } from '@site/contracts';
import { renderPage } from '../../../../tools/jest/render-page.tsx';
import { aPriceRecord, aWeeklyReport } from '../prices/price-record.factory.ts';
import { Component } from './egg-prices.page.tsx';

const realFetch = globalThis.fetch;
let requested: string[] = [];

/** The report's next responses, one per request; the last one repeats. The history request never resolves: it has its own tests. */
function respondWith(...responses: (() => Promise<Partial<Response>>)[]) {
  globalThis.fetch = async (input) => {
    if (String(input).startsWith('/api/price-history')) return new Promise(() => {});
    const respond = responses[Math.min(requested.length, responses.length - 1)]!;
    requested.push(String(input));
    return (await respond()) as Response;
  };
}

const report = (body: unknown) => async () => ({ ok: true, status: 200, json: async () => body });
const errorResponse = (status: number, body: string) => async () => ({
  ok: false,
  status,
  statusText: '',
  text: async () => body,
});

const RECORDS = [
  aPriceRecord({
    type: 'Large White',
    package_size: '18',
    price_min: 3,
    price_max: 6,
    price_avg: 4.5,
    quality_grade: 'Grade AA',
  }),
  aPriceRecord({ type: 'Large Brown', environment: 'Cage-Free', store_count: null }),
  aPriceRecord({ type: 'Large Brown', environment: 'Cage-Free', region: 'NORTH WEST U.S.' }),
  aPriceRecord({ type: 'Medium White', region: 'Southwest' }),
  aPriceRecord({ type: 'Liquid Egg', section: 'Egg Products', package_size: '16 oz', price_avg: 3.49, region: 'Hawaii' }),
];

/** The page as the shell renders it. */
const PAGE = (
  <main>
    <h1>EGG PRICES</h1>
    <Component />
  </main>
);

/** Where the focus moves when the clicked button is gone: the start of the page. */
const pageHeading = () => screen.getByRole('heading', { level: 1 });

async function openPage(records = RECORDS, fields: Partial<WeeklyReport> = {}, address = '/projects/egg-prices?rows=all') {
  respondWith(report(aWeeklyReport(records, fields)));
  renderPage(PAGE, { address });
  await screen.findByRole('heading', { name: 'Report Information' });
}

/** The report's rows, not the list of regions. */
const rowsTable = async () => within(await screen.findByRole('region', { name: 'Prices' })).getByRole('table');

/** The text of each row, without the header row. */
const rows = () =>
  [...(screen.getByRole('region', { name: 'Prices' }).querySelectorAll('tr[aria-rowindex]') ?? [])]
    .slice(1)
    .map((row) => row.textContent);

beforeEach(() => {
  requested = [];
});

afterEach(() => {
  globalThis.fetch = realFetch;
});

test('shows that it is loading, and requests the weekly egg report once', async () => {
  respondWith(() => new Promise(() => {}));
  renderPage(<Component />);
  expect(screen.getByRole('status').textContent).toBe('Loading egg prices...');
  await waitFor(() => expect(requested).not.toEqual([]));
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  expect(requested).toEqual(['/api/weekly-egg-report']);
});

test('an error response shows its status, and Retry sends exactly one more request', async () => {
  respondWith(errorResponse(503, '{"error":"no key"}'), report(aWeeklyReport(RECORDS)));
  renderPage(PAGE, { address: '/projects/egg-prices?rows=all' });
  const alert = await screen.findByRole('alert');
  expect(within(alert).getByRole('heading', { level: 2 }).textContent).toBe('Error loading report:');
  expect(within(alert).getByText('Failed to fetch report: 503', { selector: 'p' })).toBeTruthy();
  await userEvent.click(within(alert).getByRole('button', { name: 'Retry' }));
  expect(await rowsTable()).toBeTruthy();
  expect(requested).toHaveLength(2);
  expect(document.activeElement).toBe(pageHeading());
});

test.each([
  ['a dropped connection', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['a rejection that is not an Error', () => Promise.reject('boom')],
  [
    'an HTML page in place of the report',
    async () => ({ ok: true, status: 200, json: () => Promise.reject(new SyntaxError('<')) }),
  ],
  ['a response of a different shape', report({ currentWeekData: 'none' })],
])('%s reads "Failed to fetch report data"', async (_case, answer) => {
  respondWith(answer);
  renderPage(<Component />);
  expect(within(await screen.findByRole('alert')).getByText('Failed to fetch report data', { selector: 'p' })).toBeTruthy();
});

test('the information panel states title, date of the first record and number of records', async () => {
  await openPage([aPriceRecord({ report_date: '2026-09-14' }), aPriceRecord({ report_date: '2026-09-07' })], { droppedRows: 3 });
  const panel = within(screen.getByRole('region', { name: 'Report Information' }));
  expect(panel.getByText('Weekly Retail Egg Feature Activity')).toBeTruthy();
  const facts = panel.getAllByRole('definition').map((fact) => fact.textContent);
  expect(facts).toEqual(['Sep 14, 2026', '2', '2,408', '3']);
  expect(panel.getByText('Prices are per dozen.')).toBeTruthy();
  expect(panel.getByText(/Advertised feature prices, not shelf prices/)).toBeTruthy();
});

test.each([
  [{ source: 'live', stale: false }, 'Live Data'],
  [{ source: 'live', stale: true }, 'Saved copy from'],
  [{ source: 'sample', stale: false }, 'Sample data'],
  [{ source: 'sample', stale: true }, 'Sample data'],
] as const)('%o is labeled "%s" and nothing else', async (fields, label) => {
  await openPage(RECORDS, fields);
  const panel = screen.getByRole('region', { name: 'Report Information' }).textContent;
  const labels = ['Live Data', 'Saved copy from', 'Sample data'].filter((text) => panel.includes(text));
  expect(labels).toEqual([label]);
});

test('the table has the specified columns, and a row shows price per dozen, package and environment', async () => {
  await openPage();
  const table = await rowsTable();
  const columns = within(table).getAllByRole('columnheader');
  // A sortable column has its label twice: in its button, and again for cards.
  expect(columns.map((column) => (column.querySelector('button') ?? column).textContent)).toEqual([
    'Report Date',
    'Egg Type',
    'Section',
    'Price Range',
    'Region',
    'Store Count',
    'Quality',
    'Past Year',
  ]);
  const row = within(table).getAllByRole('row')[1]!;
  const cells = within(row).getAllByRole('cell');
  expect(within(row).getByRole('rowheader').textContent).toBe('Large Whitecarton of 18, Conventional, Fresh');
  expect(cells.map((cell) => cell.textContent)).toEqual([
    'Sep 14, 2026',
    'Shell Egg',
    '$2.00 - $4.00 per dozen$3.00 - $6.00 per carton of 18',
    'NATIONAL',
    '1,204',
    'Grade AA',
    'Chart',
  ]);
});

test('missing quality and store count read "-", and liquid egg keeps its own unit', async () => {
  await openPage();
  expect(rows()[1]).toMatch(/NATIONAL--Chart$/);
  expect(rows()[4]).toContain('$3.49 per carton, 16 oz');
});

test('a five-digit ZIP code finds its region, filters the rows and says what is hidden', async () => {
  await openPage();
  const zip = screen.getByRole('textbox', { name: 'ZIP code' });
  expect(zip.getAttribute('placeholder')).toBe('Enter your 5-digit ZIP code');
  await userEvent.type(zip, '9720199');
  expect((zip as HTMLInputElement).value).toBe('97201');
  expect(screen.getByText('Showing results for: Northwest Region')).toBeTruthy();
  expect(rows()).toHaveLength(1);
  expect(screen.getByRole('status').textContent).toBe('1 of 5 rows shown');
  expect(screen.getByText('2 NATIONAL rows are hidden by the region filter.')).toBeTruthy();
  await userEvent.type(zip, '{Backspace}');
  expect(screen.queryByText(/Showing results for/)).toBeNull();
  expect(screen.getByRole('status').textContent).toBe('5 of 5 rows shown');
});

test('a California ZIP code offers Southwest in one tap', async () => {
  await openPage();
  await userEvent.type(screen.getByRole('textbox', { name: 'ZIP code' }), '90210');
  expect(screen.getByText('Showing results for: Northwest Region')).toBeTruthy();
  expect(screen.getByText('USDA lists this state under Southwest')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Show Southwest' }));
  expect(screen.getByText('Showing results for: Southwest Region')).toBeTruthy();
  expect(document.activeElement).toBe(pageHeading());
  expect(rows()).toEqual([expect.stringContaining('Medium White')]);
});

test('an invalid ZIP code shows a message and filters nothing', async () => {
  await openPage();
  const zip = screen.getByRole('textbox', { name: 'ZIP code' });
  await userEvent.type(zip, '12a45');
  const message = screen.getByText('Invalid ZIP code. Please enter a valid 5-digit ZIP code.');
  expect(screen.getByRole('textbox', { name: 'ZIP code', description: message.textContent })).toBe(zip);
  // Directly below its field, even in one column.
  expect(message.compareDocumentPosition(screen.getByLabelText('Region'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(zip.getAttribute('aria-invalid')).toBe('true');
  expect(screen.queryByText(/starting with 0/)).toBeNull();
  expect(rows()).toHaveLength(5);
});

test('a ZIP code starting with 0 keeps the red message and points to the region filter', async () => {
  await openPage();
  await userEvent.type(screen.getByRole('textbox', { name: 'ZIP code' }), '02134');
  expect(screen.getByText('Invalid ZIP code. Please enter a valid 5-digit ZIP code.')).toBeTruthy();
  expect(screen.getByText('ZIP codes starting with 0 are not in this table; pick a region instead')).toBeTruthy();
  const region = screen.getByRole('combobox', { name: 'Region' });
  const choices = within(region).getAllByRole('option');
  expect(choices.map((choice) => choice.textContent)).toEqual(expect.arrayContaining(['Southwest', 'Alaska', 'Hawaii']));
  await userEvent.selectOptions(region, 'Hawaii');
  expect(screen.queryByText(/Invalid ZIP/)).toBeNull();
  expect(rows()).toEqual([expect.stringContaining('Liquid Egg')]);
});

test('the type filter reads hyphens as spaces and combines with the region', async () => {
  await openPage();
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Filter by Egg Type' }), 'Cage Free Eggs');
  expect(rows()).toHaveLength(2);
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Region' }), 'Northwest');
  expect(rows()).toHaveLength(1);
  expect(screen.getByText('1 NATIONAL row is hidden by the region filter.')).toBeTruthy();
});

test('filters without matching rows say so and offer to clear them', async () => {
  await openPage();
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Region' }), 'Alaska');
  expect(screen.getByRole('heading', { name: 'No rows for this choice' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Show all regions' }));
  expect(rows()).toHaveLength(5);
  expect(document.activeElement).toBe(pageHeading());
});

test('an empty report says that nothing was advertised', async () => {
  await openPage([]);
  expect(screen.getByRole('heading', { name: 'No feature activities found' })).toBeTruthy();
  expect(screen.getByText('No retail egg feature activities available for this period')).toBeTruthy();
  expect(screen.getAllByRole('definition')[0]?.textContent).toBe('-');
});

test('the address restores the filters', async () => {
  await openPage(RECORDS, {}, '/projects/egg-prices?zip=90210&type=white&region=Southwest&rows=all');
  expect((screen.getByRole('textbox', { name: 'ZIP code' }) as HTMLInputElement).value).toBe('90210');
  expect(rows()).toEqual([expect.stringContaining('Medium White')]);
});

test('a filter without matching rows is named as in its control, and no row is offered for the chart where there is none', async () => {
  await openPage();
  const invitation = () => screen.queryByText('Click a row’s sparkline to see its chart, up to four at once.');
  expect(invitation()).toBeTruthy();
  await userEvent.selectOptions(screen.getByLabelText('Show'), 'Small charts');
  expect(invitation()).toBeNull();
  expect(screen.getByText('5 of 5 rows match')).toBeTruthy();
  await userEvent.selectOptions(screen.getByLabelText('Show'), 'All rows');
  expect(screen.queryByText(/^Only: /)).toBeNull();
  await userEvent.selectOptions(screen.getByLabelText('Filter by Egg Type'), 'Small Eggs');
  expect(
    screen.getByText('This week’s report lists nothing under Small Eggs. What is advertised differs from week to week.'),
  ).toBeTruthy();
  expect(invitation()).toBeNull();
  await userEvent.selectOptions(screen.getByLabelText('Region'), 'Midwest');
  expect(screen.getByText('Only: Small Eggs; Midwest region')).toBeTruthy();
  expect(
    screen.getByText(
      'This week’s report lists nothing under Small Eggs in the Midwest region. That is common: a region has far fewer rows than the country.',
    ),
  ).toBeTruthy();
});

test('the sparklines are left out on paper: a region that was not on screen has none', async () => {
  await openPage();
  const header = within(await rowsTable()).getByRole('columnheader', { name: 'Past Year' });
  expect(header.classList.contains('screen-only')).toBe(true);
});
