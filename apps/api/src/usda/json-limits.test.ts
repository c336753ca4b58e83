import { JsonLimits } from './json-limits.ts';

/** The limit exceeded by JSON that arrives in pieces of this many bytes; null if none is. */
function excessOf(text: string, size = 64 * 1024): string | null {
  const limits = new JsonLimits();
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) {
    const excess = limits.excessOf(bytes.subarray(at, at + size));
    if (excess !== null) return excess;
  }
  return null;
}

const names = (count: number): string => JSON.stringify(Array.from({ length: count }, (_, index) => ({ [`name ${index}`]: 0 })));

test.each([
  ['objects', `[${'{},'.repeat(400_000)}{}]`, '400000 objects and arrays'],
  ['levels', '['.repeat(400_001), '400000 objects and arrays'],
  ['numbers', `[${'0,'.repeat(4_000_001)}0]`, '4000000 values'],
  ['names', names(1_001), '1000 property names'],
])('detects too many %s', (_what, text, excess) => {
  expect(excessOf(text)).toBe(excess);
});

test('accepts as many rows as USDA sends, and the property names that they share', () => {
  const rows = Array.from({ length: 100_000 }, (_, index) => ({ report_date: '09/14/2026', 'price "avg"': index, note: null }));
  expect(excessOf(JSON.stringify({ results: rows, stats: {} }))).toBeNull();
  expect(excessOf(names(1_000))).toBeNull();
});

test('what is inside strings does not count, wherever the JSON is cut into pieces', () => {
  const text = JSON.stringify({ note: '{[,"a":'.repeat(2_000), quote: '\\', end: '"\\"' });
  const many = `[${Array.from({ length: 300 }, () => text).join(',')}]`;
  for (const size of [1_000, 7_919]) expect(excessOf(many, size)).toBeNull();
  expect(excessOf(`${text.slice(0, -1)},"more":${names(1_000)}}`, 1)).toBe('1000 property names');
});
