import { render, screen } from '@testing-library/react';
import { ShopItems } from './shop-items.tsx';

test("without items the shop says 'Coming Soon'", () => {
  render(<ShopItems items={[]} />);
  expect(screen.getByText('Coming Soon')).toBeTruthy();
  expect(screen.queryByRole('list')).toBeNull();
});

test('with items it is a grid of image, title, price and link', () => {
  const item = { title: 'A print', price: '$12.00', link: 'https://shop.example/print', image: '/images/print.jpg' };
  render(<ShopItems items={[item, { ...item, title: 'A mug', link: 'https://shop.example/mug' }]} />);
  expect(screen.queryByText('Coming Soon')).toBeNull();
  expect(screen.getAllByRole('listitem')).toHaveLength(2);
  const link = screen.getByRole('link', { name: /^A print.*\$12\.00/ });
  expect(link.getAttribute('href')).toBe('https://shop.example/print');
  expect(link.querySelector('img')?.getAttribute('src')).toBe('/images/print.jpg');
});
