import type { PageReports } from '@site/contracts';
import { IS_HYDRATED } from '../support/hydration.ts';
import { expect, test } from '../support/test.ts';

test('what Privacy says is true: no cookie, one stored value, nothing sent but telemetry, no third party', async ({
  page,
  context,
  site,
}) => {
  const elsewhere: string[] = [];
  const sent: string[] = [];
  const counted: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(site.url)) elsewhere.push(request.url());
    if (request.method() !== 'GET' && !['/api/telemetry', '/api/vitals', '/api/errors'].includes(new URL(request.url()).pathname))
      sent.push(`${request.method()} ${request.url()}`);
  });
  await page.route('**/api/telemetry', (route) => {
    counted.push(route.request().postData() ?? '');
    return route.fulfill({ status: 204 });
  });
  const paths = ['/', '/projects/egg-prices', '/privacy'];
  for (const [index, path] of paths.entries()) {
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    // Each page sends its telemetry a second after it is shown.
    await expect.poll(() => counted.length, { message: path }).toBe(index + 1);
  }
  await expect(page.getByText('No analytics service counts your visits.')).toBeVisible();
  await expect(page.getByText('This site sets no cookies', { exact: true })).toBeVisible();
  expect(await context.cookies()).toEqual([]);
  expect(await page.evaluate(() => [Object.keys(localStorage), Object.keys(sessionStorage)])).toEqual([[], []]);
  await page.goto('/contact');
  await expect.poll(() => page.evaluate(IS_HYDRATED)).toBe(true);
  await page.getByRole('button', { name: 'Pause motion' }).click();
  expect(await page.evaluate(() => ({ ...localStorage }))).toEqual({ motion: 'paused' });
  expect(elsewhere).toEqual([]);
  expect(sent).toEqual([]);
  // Telemetry contains releases, pages and times, and no personal data.
  const reported = () =>
    counted.flatMap((body) => (JSON.parse(body) as PageReports).reports.map(({ path, outcome }) => `${path} ${outcome}`));
  await expect.poll(reported).toEqual([...paths, '/contact'].map((path) => `${path} shown`));
});
