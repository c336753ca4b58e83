import type { Page } from '@playwright/test';
import { expect, test } from '../support/test.ts';

/** Moves the pointer until the measuring code has arrived; it starts in the same task. */
async function startMeasuring(page: Page): Promise<void> {
  await expect(async () => {
    await page.mouse.move(20, 20);
    await page.mouse.move(40, 40);
    const hasArrived = () => performance.getEntriesByType('resource').some(({ name }) => /\/field-data-[\w-]+\.js$/.test(name));
    expect(await page.evaluate(hasArrived)).toBe(true);
  }).toPass();
}

test('a visit’s figures are sent once, for the page on which it began, and the owner sees them', async ({ page, ownSite }) => {
  const sent: Record<string, unknown>[] = [];
  await page.route('**/api/vitals', (route) => {
    sent.push(route.request().postDataJSON());
    return route.continue();
  });
  await page.goto(`${ownSite.url}/about`);
  await startMeasuring(page);
  await page.getByRole('main').click({ position: { x: 5, y: 5 } });
  await page.getByRole('link', { name: 'Privacy' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacy');
  await expect.poll(() => sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({ app: 'shell', path: '/about', device: 'desktop', lcp: expect.any(Number) });
  expect(Object.keys(sent[0] ?? {}).sort()).toEqual(['app', 'cls', 'device', 'inp', 'lcp', 'path', 'release', 'token', 'ttfb']);
  // Leaving the document sends neither the first page's figures again nor any for a page that was opened in it.
  await page.goto(`${ownSite.url}/owner/visitors`);
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(['/about'], { timeout: 1_000 });
  }).toPass();
  await expect(page.getByRole('img', { name: /^Largest contentful paint, 75th percentile/ })).toBeVisible();
  await expect(page.getByRole('row').nth(1).getByRole('cell').nth(1)).toHaveText('1');
  expect(sent).toHaveLength(1);

  // A document that is left without opening another page sends its figures, too.
  await page.goto(`${ownSite.url}/projects`);
  await startMeasuring(page);
  await page.goto(`${ownSite.url}/owner/visitors`);
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole('heading', { level: 2, name: '/projects' })).toBeVisible({ timeout: 1_000 });
  }).toPass();
});
