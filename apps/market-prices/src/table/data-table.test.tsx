import { fireEvent, screen, waitFor } from '@testing-library/react';
import { renderPage } from '../../../../tools/jest/render-page.tsx';
import { DataTable, type Column } from './data-table.tsx';

interface Fruit {
  readonly name: string;
  readonly price: number;
}

const FRUITS: readonly Fruit[] = [
  { name: 'Pear', price: 3 },
  { name: 'Apple', price: 1 },
  { name: 'Fig', price: 2 },
];
const COLUMNS: readonly Column<Fruit>[] = [
  {
    id: 'name',
    header: 'Name',
    cell: ({ name }) => <button>{name}</button>,
    kind: 'title',
    sortBy: ({ name }) => name,
    width: 50,
  },
  { id: 'price', header: 'Price', cell: ({ price }) => price, sortBy: ({ price }) => price, width: 50 },
];

test('a column for the screen is left out on paper, and so is its share of the width', () => {
  const columns = COLUMNS.map((column) => ({ ...column, isScreenOnly: column.id === 'price' }));
  const { container } = renderPage(<DataTable columns={columns} rows={FRUITS} caption="Fruits" />);
  for (const part of ['col', 'thead th', 'tbody tr:first-child > *']) {
    const isLeftOut = [...container.querySelectorAll(part)].map(({ classList }) => classList.contains('screen-only'));
    expect([part, isLeftOut]).toEqual([part, [false, true]]);
  }
});

test('the focus stays with its record when the order changes', async () => {
  renderPage(<DataTable columns={COLUMNS} rows={FRUITS} caption="Fruits" />);
  const pear = screen.getByRole('button', { name: 'Pear' });
  pear.focus();
  fireEvent.click(screen.getByRole('button', { name: /^Price/ }));
  const names = () => screen.getAllByRole('rowheader').map((cell) => cell.textContent);
  await waitFor(() => expect(names()).toEqual(['Apple', 'Fig', 'Pear']));
  expect(document.activeElement?.textContent).toBe('Pear');
  expect(document.activeElement).toBe(pear);
});
