import type { Page } from '@playwright/test';
import { startChangedShell } from '../support/changed-shell.ts';
import type { RunningSite } from '../support/site.ts';
import { site } from '../support/content.ts';
import { expect, test } from '../support/test.ts';

const ENDPOINT = '/api/page-views';
const BEACON = `{kind:"beacon",endpoint:"${ENDPOINT}"}`;
let counted: RunningSite;

// One worker for the file, because publishing compresses every script again.
test.describe.configure({ mode: 'default' });

/** A site with a beacon configured. */
test.beforeAll(async () => {
  counted = await startChangedShell([[/analytics: ?null/, `analytics:${BEACON}`]]);
});

test.afterAll(() => counted.close());

/** The messages as they are sent. */
async function listen(page: Page): Promise<unknown[]> {
  const sent: unknown[] = [];
  await page.route(/\/api\/(page-views|telemetry|vitals)$/, (route) => {
    sent.push(route.request().postDataJSON());
    return route.fulfill({ status: 204 });
  });
  return sent;
}

async function visitThreePages(page: Page): Promise<void> {
  await page.goto(`${counted.url}/projects`);
  await page.getByRole('link', { name: 'Privacy' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacy');
  await page.getByRole('banner').getByRole('link', { name: site.ownerName }).click();
  await expect(page.getByRole('main').getByRole('link', { name: 'Shop' })).toBeVisible();
}

test('each change of the page is one page view and one event, and no cookie is set', async ({ page, context }) => {
  const sent = await listen(page);
  await visitThreePages(page);
  const view = (path: string, title: string) => ({ type: 'page_view', path, title: `${title} – ${site.ownerName}` });
  const event = (path: string) => ({ type: 'event', category: 'navigation', label: path });
  // The other requests are the site's own telemetry.
  await expect
    .poll(() => sent.filter((message) => typeof message === 'object' && message !== null && 'type' in message))
    .toEqual([view('/projects', 'Projects'), view('/privacy', 'Privacy'), event('/privacy'), view('/', 'Home'), event('/')]);
  expect(await context.cookies()).toEqual([]);
});

for (const [what, property, value] of [
  ['Global Privacy Control', 'globalPrivacyControl', true],
  ['Do Not Track', 'doNotTrack', '1'],
] as const) {
  test(`nothing is sent with ${what}`, async ({ page }) => {
    await page.addInitScript(([name, answer]) => Object.defineProperty(navigator, name, { get: () => answer }), [
      property,
      value,
    ] as const);
    const sent = await listen(page);
    await visitThreePages(page);
    await page.waitForLoadState('networkidle');
    expect(sent).toEqual([]);
  });
}

test('Privacy says where the messages go', async ({ page }) => {
  await listen(page);
  await page.goto(`${counted.url}/privacy`);
  await expect(page.getByText(`each message goes to ${ENDPOINT} on this site, and to no other company`)).toBeVisible();
  await expect(page.getByText('No analytics service counts your visits.')).toHaveCount(0);
});
