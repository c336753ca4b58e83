import { readFileSync } from 'node:fs';

const sheet = readFileSync(`${import.meta.dirname}/history.module.css`, 'utf8');

test('the colors that the chart draws with are plain: a canvas gets them unresolved, and not every one knows light-dark()', () => {
  const colors = [...sheet.matchAll(/--(?:line-\d|band): ([^;]+);/g)].map(([, color]) => color);
  expect(colors).toHaveLength(10);
  for (const color of colors) expect(color).toMatch(/^(#[\da-f]{6}|rgb\([\d ]+\/ [\d.]+\))$/);
});
