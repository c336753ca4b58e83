import { act, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { HISTORY_COMPLETE } from '@site/contracts';
import { useQuery } from '@site/query';
import { renderPage } from '../../../../tools/jest/render-page.tsx';
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

function aHistory({ isComplete = true } = {}): Response {
  const envelope = { source: 'live', attribution: 'USDA', licence: 'Public domain' };
  return Response.json({ ...envelope, series: [] }, { headers: { [HISTORY_COMPLETE]: String(isComplete) } });
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

test('a history that the server has not completed yet is requested again for four minutes', async () => {
  fetched.mockImplementation(async () => aHistory({ isComplete: false }));
  await open();
  await pass(25);
  expect(fetched).toHaveBeenCalledTimes(6);
  await pass(15);
  expect(fetched).toHaveBeenCalledTimes(7);
  await pass(600);
  expect(fetched).toHaveBeenCalledTimes(20);
  // Still not known: the item may have been advertised a year ago.
  expect(screen.getByText('waiting')).toBeTruthy();
});

test('a history is not requested again once it is complete, however short it is', async () => {
  fetched.mockResolvedValueOnce(aHistory({ isComplete: false })).mockImplementation(async () => aHistory());
  await open();
  expect(screen.getByText('waiting')).toBeTruthy();
  await pass(60);
  expect(fetched).toHaveBeenCalledTimes(2);
  expect(screen.getByText('complete')).toBeTruthy();
});

test('a failed request ends the repetition, and a row that scrolls into view does not start it again', async () => {
  fetched
    .mockResolvedValueOnce(aHistory({ isComplete: false }))
    .mockImplementation(async () => new Response(null, { status: 503 }));
  await open();
  await pass(60);
  fireEvent.click(screen.getByRole('button', { name: 'Scroll' }));
  await pass(60);
  expect(fetched).toHaveBeenCalledTimes(2);
});

test('when the connection returns, a failed history is requested once for all rows, and a loaded one is not', async () => {
  fetched.mockResolvedValueOnce(new Response(null, { status: 503 })).mockImplementation(async () => aHistory());
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
