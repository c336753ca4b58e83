import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { expect, test } from '../support/test.ts';
import { WORKSPACE } from '../support/site.ts';

interface Words {
  readonly slogan: string;
  readonly hourBoast: string;
  readonly boasts: readonly string[];
  readonly smallPrint: string;
}

test('the satire clock shows the words of its content file and keeps the stated angles', async ({ page }) => {
  const words = JSON.parse(await readFile(resolve(WORKSPACE, 'apps/demos-games/content/satire-clock.json'), 'utf8')) as Words;
  await page.clock.install({ time: new Date('2026-11-20T10:08:30.000+01:00') });
  await page.goto('/projects/trump-clock');
  const clock = page.getByRole('img', { name: 'Satire clock showing 10:08 AM' });
  await expect(clock).toBeVisible();
  await page.clock.pauseAt(new Date('2026-11-20T10:08:59.500+01:00'));
  const law = await clock.evaluate((face) =>
    ['--hour', '--minute', '--second'].map((name) =>
      Number((Number.parseFloat(getComputedStyle(face).getPropertyValue(name)) % 360).toFixed(3)),
    ),
  );
  expect(law).toEqual([304, 53.9, 354]);
  const main = page.getByRole('main');
  for (const text of [words.slogan, words.hourBoast.replace('{hour}', '10'), words.boasts[608 % words.boasts.length]]) {
    await expect(main).toContainText(text ?? '');
  }
  await expect(main).toContainText(words.smallPrint);
});

test('the satire clock stays out of search engines, pauses and sweeps', async ({ page }) => {
  await page.goto('/projects/trump-clock');
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  const clock = page.getByRole('img', { name: /Satire clock/ });
  await page.getByRole('switch', { name: 'Sweeping second hand' }).check();
  await expect(clock).toHaveAttribute('data-step', 'sweep');
  await page.getByRole('button', { name: 'Pause motion' }).click();
  await expect(clock).toHaveAttribute('data-step', 'set');
  await expect(page.getByRole('main')).toContainText('Paused: the clock stands still at the moment shown.');
});

test('on a phone the poster is no wider than the window', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/projects/trump-clock');
  await expect(page.getByRole('img', { name: /Satire clock/ })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});
