import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import { CHUCK_ROAST } from '../support/prices.ts';
import { expect, test } from '../support/test.ts';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const PATHS = [
  '/',
  '/projects',
  '/about',
  '/projects/egg-prices',
  '/projects/usda-reports',
  `/projects/beef-cut-prices?cut=chuck+roast&item=${encodeURIComponent(CHUCK_ROAST)}`,
  '/projects/analog-clock',
  '/projects/sensor-dashboard',
  '/projects/cameras',
];

for (const scheme of ['light', 'dark', 'forced colours'] as const) {
  for (const path of PATHS) {
    test(`axe finds nothing on ${path} in ${scheme}`, async ({ page }) => {
      await page.emulateMedia(scheme === 'forced colours' ? { forcedColors: 'active' } : { colorScheme: scheme });
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
      if (path === '/projects/egg-prices') await expect(page.locator('tbody tr').first()).toBeVisible();
      else await page.waitForLoadState('networkidle');
      if (path.includes('item=')) await expect(page.getByRole('slider')).toBeVisible();
      // Evaluated by the debugger, so the page's policy needs no exception.
      await page.evaluate(await readFile(AXE, 'utf8'));
      const { violations } = await page.evaluate(() =>
        (globalThis as unknown as { axe: { run(): Promise<AxeResults> } }).axe.run(),
      );
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)).toEqual([]);
    });
  }
}
