import { act, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { useQuery } from '@site/query';
import { renderPage } from '../../../../tools/jest/render-page.tsx';
import { aPriceRecord } from '../prices/price-record.factory.ts';
import { priceHistoryQuery } from './get-price-history.ts';

const realFetch = globalThis.fetch;
const fetched = jest.fn<Promise<Response>, []>();

beforeEach(() => {
  jest.useFakeTimers();
  fetched.mockReset();
  globalThis.fetch = () => fetched();
});

afterEach(() => {
  jest.useRealTimers();
  globalThis.fetch = realFetch;
});

/** A history whose first week is this one; without it, a history without weeks. */
function aHistory(firstWeek?: string): Response {
  const point = { date: firstWeek, price_avg: 2, price_min: null, price_max: null, store_count: null };
  const series = firstWeek === undefined ? [] : [{ ...aPriceRecord(), item: 'large white', points: [point] }];
  return Response.json({ source: 'live', attribution: 'USDA', licence: 'Public domain', series });
}

function Row() {
  const { data } = useQuery(priceHistoryQuery({ commodity: 'egg' }, 'NATIONAL', '2026-09-14'));
  return <p>{data && (data.awaitsWeeks ? 'waiting' : 'complete')}</p>;
}

function Rows() {
  const [count, setCount] = useState(1);
  return (
    <>
      <button type="button" onClick={() => setCount(count + 1)}>
        Scroll
      </button>
      {Array.from({ length: count }, (_, row) => (
        <Row key={row} />
      ))}
    </>
  );
}

const pass = (seconds: number) => act(() => jest.advanceTimersByTimeAsync(1_000 * seconds));

async function reconnect(): Promise<void> {
  fireEvent(window, new Event('offline'));
  fireEvent(window, new Event('online'));
  await pass(1);
}

async function open(): Promise<void> {
  renderPage(<Rows />);
  await pass(1);
}

test.each([
  { what: 'without weeks', firstWeek: undefined },
  { what: 'with less than a year', firstWeek: '2025-09-16' },
])('a history $what is requested six times, and is then taken as it is', async ({ firstWeek }) => {
  fetched.mockImplementation(async () => aHistory(firstWeek));
  await open();
  await pass(20);
  expect(fetched).toHaveBeenCalledTimes(5);
  expect(screen.getByText('waiting')).toBeTruthy();
  await pass(60);
  expect(fetched).toHaveBeenCalledTimes(6);
  expect(screen.getByText('complete')).toBeTruthy();
});

test('a history is not requested again once it reaches back a year', async () => {
  fetched.mockResolvedValueOnce(aHistory('2026-03-02')).mockImplementation(async () => aHistory('2025-09-15'));
  await open();
  expect(screen.getByText('waiting')).toBeTruthy();
  await pass(60);
  expect(fetched).toHaveBeenCalledTimes(2);
  expect(screen.getByText('complete')).toBeTruthy();
});

test('a failed request ends the repetition, and a row that scrolls into view does not start it again', async () => {
  fetched.mockResolvedValueOnce(aHistory()).mockImplementation(async () => new Response(null, { status: 503 }));
  await open();
  await pass(60);
  fireEvent.click(screen.getByRole('button', { name: 'Scroll' }));
  await pass(60);
  expect(fetched).toHaveBeenCalledTimes(2);
});

test('when the connection returns, a failed history is requested once for all rows, and a loaded one is not', async () => {
  fetched.mockResolvedValueOnce(new Response(null, { status: 503 })).mockImplementation(async () => aHistory('2025-09-15'));
  await open();
  fireEvent.click(screen.getByRole('button', { name: 'Scroll' }));
  await pass(1);
  expect(fetched).toHaveBeenCalledTimes(1);
  await reconnect();
  expect(fetched).toHaveBeenCalledTimes(2);
  expect(screen.getAllByText('complete')).toHaveLength(2);
  await reconnect();
  expect(fetched).toHaveBeenCalledTimes(2);
});
