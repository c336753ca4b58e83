import { wrapText, writeText } from './picture-text.ts';

const at = { x: 100, y: 50, size: 20, fill: '#000' };
const leftOf = (svg: string) => Number(/translate\(([\d.-]+) /.exec(svg)?.[1]);

test('anchors a line at its start, its middle or its end', () => {
  const [start, middle, end] = (['start', 'middle', 'end'] as const).map((anchor) =>
    leftOf(writeText('$12.50', { ...at, anchor })),
  );
  expect(start).toBe(100);
  expect(100 - (middle ?? 0)).toBeCloseTo(((start ?? 0) - (end ?? 0)) / 2, 0);
  expect(end).toBeLessThan(60);
});

test('a character that the font lacks becomes a question mark, and no text is parsed as markup', () => {
  expect(writeText('🥚', at)).toBe(writeText('?', at));
  expect(writeText('</g><script>', at)).not.toContain('script');
});

test('breaks lines between words, and ends truncated text with three dots', () => {
  const text = 'Large White, carton of 12, Conventional, Fresh';
  expect(wrapText(text, 20, 10_000, 2)).toEqual([text]);
  const lines = wrapText(text, 20, 200, 4);
  expect(lines.join(' ')).toBe(text);
  expect(lines.length).toBeGreaterThan(1);
  expect(wrapText(text, 20, 200, 1)[0]).toMatch(/^Large White.*\.\.\.$/);
  expect(wrapText('W'.repeat(100), 20, 200, 1)[0]).toMatch(/^W{5,15}\.\.\.$/);
});
