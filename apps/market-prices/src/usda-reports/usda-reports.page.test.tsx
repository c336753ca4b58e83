import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { MarketReport } from '@site/contracts';
import { useLocation } from '@site/router';
import { renderPage } from '../../../../tools/jest/render-page.tsx';
import { Component as ReportPage } from './report.page.tsx';
import { Component } from './usda-reports.page.tsx';

const realFetch = globalThis.fetch;
const FETCHED = { 'X-Data-Source': 'live', 'X-Data-Fetched-At': '2026-11-20T09:00:00.000Z' };
const REPORT: MarketReport = {
  report_id: '1000',
  report_title: 'National Pork Summary',
  slug_id: '1000',
  slug_name: 'AMS_1000',
  commodity: 'Pork',
  market: 'Des Moines, IA',
  report_desc: null,
  report_date: '2026-09-14',
  report_status: 'Final',
  discontinued: false,
};

const listed = (list: unknown, headers: Record<string, string> = FETCHED) => Promise.resolve(Response.json(list, { headers }));
const refused = (body: string, status: number) => Promise.resolve(new Response(body, { status }));

/** The list's next responses, one per request; the last one repeats. */
function respond(...responses: readonly (() => Promise<Response>)[]): void {
  let requests = 0;
  globalThis.fetch = () => responses[Math.min(requests++, responses.length - 1)]!();
}

function open(...responses: readonly (() => Promise<Response>)[]): void {
  respond(...responses);
  renderPage(
    <main>
      <h1 tabIndex={-1}>USDA MARS API Reports</h1>
      <Component />
    </main>,
  );
}

const status = () => screen.getByRole('region', { name: 'API status' }).textContent;
const row = async () => (await screen.findAllByRole('row'))[1]!;

afterEach(() => {
  globalThis.fetch = realFetch;
});

test('says that it is connecting', () => {
  open(() => new Promise(() => {}));
  expect(screen.getByText('Connecting to USDA API...')).toBeTruthy();
  expect(screen.getByText('Loading reports...')).toBeTruthy();
});

test('after 8 seconds without a response Retry requests the list again', async () => {
  jest.useFakeTimers();
  open(
    () => new Promise(() => {}),
    () => listed([REPORT]),
  );
  await act(() => jest.advanceTimersByTimeAsync(8_100));
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  jest.useRealTimers();
  expect((await row()).textContent).toContain('National Pork Summary');
});

test('missing fields show placeholders, and a discontinued report says so', async () => {
  open(() => listed([{ ...REPORT, report_title: null, slug_id: null, commodity: null, market: null, discontinued: true }]));
  const title = within(await row()).getByRole('rowheader').textContent;
  expect(title).toContain('Untitled Report');
  expect(title).toContain('Discontinued');
  const cells = within(await row()).getAllByRole('cell');
  expect(cells.map(({ textContent }) => textContent)).toEqual(['N/A', 'Other', '-', '-']);
});

test.each([
  [{ 'X-Data-Source': 'live' }, 'Live Data'],
  [{ 'X-Data-Source': 'live', 'X-Data-Stale': 'true' }, 'Saved copy from'],
  [{ 'X-Data-Source': 'sample' }, 'Sample data'],
] as const)('%o is labeled "%s" and nothing else', async (headers, label) => {
  open(() => listed([REPORT], { ...FETCHED, ...headers }));
  await row();
  expect(['Live Data', 'Saved copy from', 'Sample data'].filter((text) => status().includes(text))).toEqual([label]);
});

test.each([
  ['an empty list', []],
  ['a response that is not a list', { results: [] }],
])('%s reads "No reports found"', async (_, list) => {
  open(() => listed(list));
  expect(await screen.findByText('No reports found')).toBeTruthy();
  expect(screen.getByText('Try adjusting your search criteria')).toBeTruthy();
  expect(status()).toContain('0 Total Reports');
});

test.each([
  [
    'a server failure',
    () => refused('{"error":"broken","details":"disk"}', 500),
    '500: broken (disk)',
    '500: {"error":"broken","details":"disk"}',
  ],
  [
    'a missing key',
    () => refused('{"error":"no key","apiKeyConfigured":false}', 503),
    '503: no key',
    '503: {"error":"no key","apiKeyConfigured":false}',
  ],
  ['an HTML page', () => refused('<p>proxy</p>', 200), 'is not valid JSON', 'is not valid JSON'],
  ['an HTML error page', () => refused('<p>proxy</p>', 502), '502: <p>proxy</p>', '502: <p>proxy</p>'],
  ['a dropped connection', () => Promise.reject(new TypeError('Failed to fetch')), 'Failed to fetch', 'Failed to fetch'],
  ['a rejection that is not an Error', () => Promise.reject('boom'), 'Unknown error occurred', 'Unknown error occurred'],
  ['an error without a message', () => Promise.reject(new Error('')), 'Unknown error occurred', 'Unknown error occurred'],
])('%s shows what failed, and Retry requests the list again', async (_, fails, words, message) => {
  open(fails, () => listed([REPORT]));
  const alert = await screen.findByRole('alert');
  expect(status()).toContain('API Connection Failed');
  expect(status()).toContain('Unable to connect to USDA MARS API');
  expect(screen.getByRole('region', { name: 'API status' }).compareDocumentPosition(alert)).toBe(
    Node.DOCUMENT_POSITION_FOLLOWING,
  );
  expect(within(alert).getByRole('heading', { name: 'Failed to load reports' })).toBeTruthy();
  expect(alert.querySelector('p')?.textContent).toContain(words);
  expect(alert.textContent).toContain('GET /api/usda-reports');
  // Word for word as the server sent it.
  expect(within(alert).getAllByRole('definition')[1]?.textContent).toContain(message);
  for (const part of ['Endpoint', 'Message', 'Time', 'Possible causes', 'Debug steps']) {
    expect(within(alert).getByText(part)).toBeTruthy();
  }
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(within(await row()).getByRole('rowheader').textContent).toContain('National Pork Summary');
  expect(status()).toContain('API Connected');
});

test.each([
  [
    'a dropped connection',
    () => Promise.reject(new TypeError('Failed to fetch')),
    'No response. Check the connection, then try again.',
  ],
  ['an HTML page', () => refused('<p>proxy</p>', 200), 'The response was not a list of reports. Trying again later may help.'],
  [
    'an error page',
    () => refused('<p>proxy</p>', 502),
    'This site’s server could not provide the list. The other pages still work.',
  ],
])('%s is explained in plain words, in the list and in a report', async (_, fails, words) => {
  open(fails);
  expect((await screen.findByRole('alert')).textContent).toContain(words);
  cleanup();
  renderPage(<ReportPage />, { address: '/projects/usda-reports/2757' });
  const ofReport = words.replace('a list of reports', 'a report').replace('the list', 'the report');
  expect((await screen.findByRole('alert')).textContent).toContain(ofReport);
});

test('the address contains the sort order as well as the filters, so that Back restores it', async () => {
  const reports = ['Beef', 'Pork', 'Eggs'].map((name) => ({ ...REPORT, report_title: `National ${name} Summary` }));
  respond(() => listed(reports));
  const Address = () => <output>{useLocation().search}</output>;
  const page = (
    <>
      <Component />
      <Address />
    </>
  );
  const order = () => screen.getByLabelText('Sort by');
  const titles = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent.split(' ')[1]);
  const { unmount } = renderPage(page, { address: '/projects/usda-reports?search=national' });
  await row();
  await userEvent.selectOptions(order(), 'Report Title, descending');
  await screen.findByText('?search=national&sort=-title');
  expect(titles()).toEqual(['Pork', 'Eggs', 'Beef']);
  unmount();

  renderPage(page, { address: '/projects/usda-reports?search=national&sort=-title' });
  await row();
  expect(titles()).toEqual(['Pork', 'Eggs', 'Beef']);
  await userEvent.selectOptions(order(), 'Report order');
  await screen.findByText('?search=national');
});
