import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link, useLocation, useNavigate } from '@site/router';
import { renderPage } from '../../../../tools/jest/render-page.tsx';
import { DataTable, type Column } from './data-table.tsx';

const COLUMNS: readonly Column<{ readonly name: string }>[] = [
  { id: 'name', header: 'Name', kind: 'title', width: 100, cell: ({ name }) => name },
];
const listOf = (count: number) => Array.from({ length: count }, (_, index) => ({ name: `Row ${index}` }));
const rows = { now: listOf(300) };

/** A list at `/`, and a page that it links to. */
function Site() {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  if (pathname === '/') {
    return (
      <>
        <Link to="/report">Report</Link>
        <DataTable columns={COLUMNS} rows={rows.now} caption="Rows" />
      </>
    );
  }
  return (
    <>
      <button onClick={() => navigate(-1)}>Back</button>
      <Link to="/">New list</Link>
    </>
  );
}

const realObserver = globalThis.ResizeObserver;
let observers: { report(): void }[] = [];
const names = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent);

/** Every row that is shown is reported as a card, much higher than the estimate. */
function measureRows() {
  act(() => {
    for (const observer of observers) observer.report();
  });
}

async function scrollTo(y: number) {
  Object.assign(window, { scrollY: y });
  await act(async () => {
    window.dispatchEvent(new Event('scroll'));
  });
  measureRows();
}

beforeEach(() => {
  observers = [];
  globalThis.ResizeObserver = class {
    readonly #rows = new Set<Element>();
    constructor(private readonly callback: ResizeObserverCallback) {
      observers.push(this);
    }
    observe(element: Element) {
      // The page itself has no layout here.
      if (element.matches('tr')) this.#rows.add(element);
    }
    unobserve(element: Element) {
      this.#rows.delete(element);
    }
    disconnect() {
      this.#rows.clear();
    }
    report() {
      const entries = Array.from(this.#rows, (target) => ({ target, borderBoxSize: [{ blockSize: 190, inlineSize: 390 }] }));
      if (entries.length > 0) this.callback(entries as unknown as ResizeObserverEntry[], this);
    }
  };
  window.scrollTo = jest.fn();
  rows.now = listOf(300);
});

afterEach(() => {
  globalThis.ResizeObserver = realObserver;
  Object.assign(window, { scrollY: 0 });
});

/** Scrolls past a hundred rows and opens the report. @returns the rows that were shown */
async function leave(): Promise<string[]> {
  renderPage(<Site />);
  for (let y = 0; y <= 19_000; y += 500) await scrollTo(y);
  const left = names();
  expect(left).toContain('Row 100');
  await userEvent.click(screen.getByRole('link', { name: 'Report' }));
  return left;
}

test.each([
  ['the same list', 300],
  ['a list that has grown in the meantime', 400],
  ['a list that has shrunk in the meantime', 120],
])('after Back, %s has the same rows at the same distance from the top', async (_, count) => {
  const left = await leave();
  rows.now = listOf(count);
  await userEvent.click(screen.getByRole('button', { name: 'Back' }));
  expect(names()).toEqual(left);
});

test('a list that is opened anew has estimated heights', async () => {
  const left = await leave();
  await userEvent.click(screen.getByRole('link', { name: 'New list' }));
  expect(names()).not.toEqual(left);
});
