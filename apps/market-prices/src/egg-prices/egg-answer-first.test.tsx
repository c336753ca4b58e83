import { screen, waitFor, within } from '@testing-library/react';
import { HISTORY_COMPLETE, leadSentence, priceItemKey, weekPrice, type PageLead } from '@site/contracts';
import userEvent from '@testing-library/user-event';
import { renderPage } from '../../../../tools/jest/render-page.tsx';
import { aPriceRecord, aWeeklyReport } from '../prices/price-record.factory.ts';
import { EGGS } from './egg-kind.ts';
import { Component } from './egg-prices.page.tsx';

const realFetch = globalThis.fetch;

afterEach(() => {
  globalThis.fetch = realFetch;
});

/** The history request never resolves: nothing tested here waits for it. */
function open(report: object, search = ''): void {
  globalThis.fetch = async (input) =>
    String(input).startsWith('/api/price-history') ? new Promise(() => {}) : Response.json(report);
  renderPage(
    <main>
      <h1 tabIndex={-1}>EGG PRICES</h1>
      <Component />
    </main>,
    { address: `/projects/egg-prices${search}` },
  );
}

/** The report's own table, without its header. */
const rows = () =>
  within(screen.getByRole('region', { name: 'Prices' }))
    .getAllByRole('row')
    .slice(1);

test('a response from another server version does not break the page: what cannot be read is omitted and named', async () => {
  const { quality_grade: _, ...older } = aPriceRecord();
  const newer = { ...aPriceRecord({ type: 'Large Brown' }), lean_percent: 80 };
  open({ ...aWeeklyReport([]), currentWeekData: [older, newer, { type: 'No date' }] }, '?rows=all');
  expect(
    await screen.findByText(
      'This page and its server come from different releases: 1 row could not be read; not shown: lean_percent; treated as not stated: quality_grade.',
    ),
  ).toBeTruthy();
  expect(rows()).toHaveLength(2);
});

test('a visitor typing a ZIP code when the report arrives keeps the focus and the digits', async () => {
  let answer: (response: Response) => void = () => {};
  globalThis.fetch = async (input) =>
    new Promise((resolve) => {
      if (String(input).startsWith('/api/weekly-egg-report')) answer = resolve;
    });
  renderPage(<Component />, { address: '/projects/egg-prices' });
  const zip = screen.getByRole('textbox', { name: 'ZIP code' });
  await userEvent.type(zip, '99');
  answer(Response.json(aWeeklyReport([aPriceRecord()])));
  await screen.findByRole('heading', { name: 'Report Information' });
  expect(document.activeElement).toBe(zip);
  await userEvent.keyboard('5');
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'ZIP code' }).value).toBe('995');
});

test('the answer comes first: figure, change and stores, and national figures if the region has none', async () => {
  const change = { price_change: 0.5, price_change_percent: 25 };
  open(aWeeklyReport([aPriceRecord({ ...change, store_count: 900 }), aPriceRecord({ type: 'Medium White', region: 'Hawaii' })]));
  await screen.findByRole('heading', { name: 'Report Information' });
  const answer = screen.getByRole('region', { name: 'Week of Sep 14, 2026' });
  expect(answer.textContent).toContain(
    '$2.50 per dozen is this week’s advertised price of Large White, carton of 12, Conventional, Fresh across the country, in 900 stores: up $0.50 (+25.0%) from last week, a year ago: …',
  );
  expect(screen.getByRole('table', { name: /^This week by region: Large White/ })).toBeTruthy();
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Prices per' }), 'egg');
  expect(answer.textContent).toContain('$0.21 per egg');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Region' }), 'Hawaii');
  expect(answer.textContent).toContain('Medium White');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Region' }), 'Alaska');
  expect(answer.textContent).toContain(
    'Not advertised in the Alaska region this week. These are the figures for the whole country.',
  );
});

test('each item is one line whose regions expand on demand, and all rows remain', async () => {
  open(aWeeklyReport([aPriceRecord(), aPriceRecord({ region: 'Hawaii', price_avg: 4 }), aPriceRecord({ type: 'Large Brown' })]));
  await screen.findByRole('heading', { name: 'Report Information' });
  const items = within(screen.getByRole('list', { name: 'Items' }));
  expect(items.getAllByRole('listitem')).toHaveLength(2);
  await userEvent.click(items.getByRole('button', { name: '1 region for Large White, carton of 12, Conventional, Fresh' }));
  expect(items.getByRole('list', { name: /by region$/ }).textContent).toContain('Hawaii$4.00per dozen, 1,204 stores');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Show' }), 'All rows');
  expect(rows()).toHaveLength(3);
});

const RECORD = aPriceRecord({ store_count: 900 });
const PRICE = weekPrice(EGGS, [RECORD], priceItemKey('egg', RECORD), 'NATIONAL')!;
const LEAD: PageLead = {
  path: '/projects/egg-prices',
  kicker: 'Week of Sep 14, 2026',
  caution: '',
  words: leadSentence(EGGS, PRICE, { dollars: 1, percent: 50 }),
  chart: { label: 'The year so far', line: 'M0 0h10', band: '', prices: [], weeks: [] },
};

/** A history without weeks. */
const aHistory = ({ isComplete = true } = {}) =>
  Response.json(
    { source: 'live', attribution: 'USDA', licence: 'Public domain', series: [] },
    { headers: { [HISTORY_COMPLETE]: String(isComplete) } },
  );

/** A response that the test sends later. */
function aResponse() {
  let send: (response: Response) => void = () => {};
  const sent = new Promise<Response>((resolve) => {
    send = resolve;
  });
  return { sent, send };
}

test('the text of the document stays until the page has the report and its history', async () => {
  const [report, history] = [aResponse(), aResponse()];
  globalThis.fetch = (input) => (String(input).startsWith('/api/price-history') ? history.sent : report.sent);
  renderPage(<Component />, { address: '/projects/egg-prices', lead: LEAD });
  const answer = () => screen.getByRole('region', { name: 'Week of Sep 14, 2026' }).textContent;
  expect(answer()).toContain('up $1.00 (+50.0%) from a year ago');
  report.send(Response.json(aWeeklyReport([RECORD])));
  await screen.findByRole('heading', { name: 'Report Information' });
  expect(answer()).toContain('up $1.00 (+50.0%) from a year ago');
  expect(screen.getByRole('img', { name: 'The year so far' })).toBeTruthy();
  history.send(aHistory());
  await waitFor(() => expect(answer()).toContain('in 900 stores: not advertised last week, no figure from a year ago.'));
  expect(answer()).toContain('No earlier weeks are stored yet.');
});

test('while past weeks are still being fetched, the page says so, and the change from a year ago is not known', async () => {
  globalThis.fetch = async (input) =>
    String(input).startsWith('/api/price-history') ? aHistory({ isComplete: false }) : Response.json(aWeeklyReport([RECORD]));
  renderPage(<Component />, { address: '/projects/egg-prices' });
  expect(await screen.findByText('Earlier weeks are still being fetched.')).toBeTruthy();
  expect(screen.getByRole('region', { name: 'Week of Sep 14, 2026' }).textContent).toContain('a year ago: …');
});

/** The report arrives, and the history fails. */
const failHistory = (): void => {
  globalThis.fetch = async (input) =>
    String(input).startsWith('/api/price-history')
      ? Response.json({ error: 'out of order' }, { status: 503 })
      : Response.json(aWeeklyReport([RECORD]));
};

test('a history that cannot be loaded is not "loading", and does not mean that the item was not advertised a year ago', async () => {
  failHistory();
  renderPage(<Component />, { address: '/projects/egg-prices' });
  expect(await screen.findByText('The past year’s prices are loading.')).toBeTruthy();
  expect(await screen.findByText('The past year’s prices could not be loaded.')).toBeTruthy();
  expect(screen.getByRole('region', { name: 'Week of Sep 14, 2026' }).textContent).toContain('a year ago: not loaded.');
});

test('if the history cannot be loaded, the document’s change from a year ago stays', async () => {
  failHistory();
  renderPage(<Component />, { address: '/projects/egg-prices', lead: LEAD });
  expect(await screen.findByText('The past year’s prices could not be loaded.')).toBeTruthy();
  expect(screen.getByRole('region', { name: 'Week of Sep 14, 2026' }).textContent).toContain(
    'up $1.00 (+50.0%) from a year ago.',
  );
});

test('Retry requests a history that could not be loaded again, and the focus moves to the next button', async () => {
  failHistory();
  renderPage(<Component />, { address: '/projects/egg-prices' });
  await screen.findByText('The past year’s prices could not be loaded.');
  globalThis.fetch = async () => aHistory();
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('No earlier weeks are stored yet.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Zoom and compare' }));
});

test('if the report cannot be loaded, the document’s dated answer stays above the error, and Retry replaces it', async () => {
  globalThis.fetch = async () => Response.json({ error: 'out of order' }, { status: 503 });
  renderPage(<Component />, { address: '/projects/egg-prices', lead: LEAD });
  const failure = await screen.findByRole('alert');
  const lead = screen.getByRole('region', { name: 'Week of Sep 14, 2026' });
  expect(lead.textContent).toContain('up $1.00 (+50.0%) from a year ago.');
  expect(within(lead).getByRole('img', { name: 'The year so far' })).toBeTruthy();
  expect(lead.compareDocumentPosition(failure)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  globalThis.fetch = async (input) =>
    String(input).startsWith('/api/price-history') ? aHistory() : Response.json(aWeeklyReport([RECORD]));
  await userEvent.click(within(failure).getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('No earlier weeks are stored yet.')).toBeTruthy();
  expect(screen.getAllByRole('region', { name: 'Week of Sep 14, 2026' })).toHaveLength(1);
});

test('figures for an item that is no longer first are not shown', async () => {
  globalThis.fetch = async (input) =>
    String(input).startsWith('/api/price-history')
      ? new Promise(() => {})
      : Response.json(aWeeklyReport([RECORD, aPriceRecord({ type: 'Large Brown', store_count: 1_000 })]));
  renderPage(<Component />, { address: '/projects/egg-prices', lead: LEAD });
  await screen.findByRole('heading', { name: 'Report Information' });
  expect(screen.getByRole('region', { name: 'Week of Sep 14, 2026' }).textContent).toContain('Large Brown');
  expect(screen.queryByText(/from a year ago/)).toBeNull();
  expect(screen.queryByRole('img', { name: 'The year so far' })).toBeNull();
});

test('a page that was opened with other filters does not show the text of another document', () => {
  globalThis.fetch = () => new Promise(() => {});
  renderPage(<Component />, { address: '/projects/egg-prices?region=Midwest', lead: LEAD });
  expect(screen.queryByRole('region', { name: 'Week of Sep 14, 2026' })).toBeNull();
});
