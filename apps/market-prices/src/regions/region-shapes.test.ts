import { REGIONS } from '@site/contracts';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { REGION_SHAPES } from './region-shapes.ts';

const TOOL = `${import.meta.dirname}/../../../../tools/region-shapes.mjs`;
const FILE = `${import.meta.dirname}/region-shapes.ts`;

test('the outlines are what the tool draws from the Census shapes of the current us-atlas', () => {
  const drawn = execFileSync(process.execPath, [TOOL, '--print'], { encoding: 'utf8' });
  expect(readFileSync(FILE, 'utf8')).toBe(drawn);
});

test('each region has a closed outline, and together they take up less than 4 kB', () => {
  for (const region of REGIONS) expect(REGION_SHAPES[region]).toMatch(/^(M\d+,\d+l(-?\d+,-?\d+ ?)+z)+$/);
  expect(readFileSync(FILE).length).toBeLessThan(4_000);
});
