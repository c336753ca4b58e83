/**
 * @jest-environment node
 */
import { parseContent } from './content-file.ts';
import { ShopSchema } from './shop-content.ts';

const item = { title: 'A print', price: '$12.00', link: 'https://shop.example/print', image: '/images/print.jpg' };
const parse = (value: unknown) => parseContent(ShopSchema, JSON.stringify(value), 'content/shop.json');

test('an item has a title, a price, a link and an image', () => {
  expect(parse({ items: [item] }).items).toEqual([item]);
});

test.each([
  [{ title: '' }, 'items.1.title: must not be empty'],
  [{ price: undefined }, 'items.1.price: is missing'],
  [{ link: 'javascript:alert(1)' }, 'items.1.link: must be an https URL'],
  [{ image: 'https://elsewhere.example/a.jpg' }, 'items.1.image: must be a path on this site'],
])('%j is rejected, naming the file and the field', (more, message) => {
  expect(() => parse({ items: [item, { ...item, ...more }] })).toThrow(`content/shop.json: ${message}`);
});
