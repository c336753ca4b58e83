import type { Page } from '@playwright/test';
import { expectAccessibleInAllColors } from '../support/accessible.ts';
import { DRAFT_PASSWORD, startSite } from '../support/site.ts';
import { expect, test } from '../support/test.ts';

const PATH = '/projects/drafts';
const field = (page: Page) => page.getByLabel('Password');
const unlock = (page: Page) => page.getByRole('button', { name: 'Unlock' });
const flag = (page: Page) => page.evaluate(() => sessionStorage.getItem('draft-access'));

async function open(page: Page): Promise<void> {
  await page.goto(PATH);
  await field(page).fill(DRAFT_PASSWORD);
  await unlock(page).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Beef Cut Prices' })).toBeVisible();
}

test('the gate is locked at first, and does not request the list', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(PATH);
  await expect(field(page)).toBeVisible();
  await expect(page.getByText('Beef Cut Prices')).toHaveCount(0);
  expect(asked.filter((path) => path.startsWith('/api/'))).toEqual([]);
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
});

test('the right password shows the drafts with the specified texts, and sets the session flag', async ({ page }) => {
  await open(page);
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 2 })).toHaveText(['Beef Cut Prices', /./]);
  await expect(main.getByText('Aug 12 2025')).toBeVisible();
  await expect(main.getByRole('link', { name: 'Open Beef Cut Prices' })).toHaveAttribute('href', '/projects/beef-cut-prices');
  await expect(main.getByRole('link').nth(1)).toHaveAttribute('href', '/projects/trump-clock');
  expect(await flag(page)).toBe('true');
  // A visitor who has the password is not told to ask for it.
  await expect(main.getByText('ask the owner')).toHaveCount(0);
  await expect(main.getByText('The list is open in this tab until you lock it again.')).toBeVisible();
});

test('it is remembered for the browser session', async ({ page }) => {
  await open(page);
  await page.reload();
  await expect(page.getByRole('heading', { level: 2, name: 'Beef Cut Prices' })).toBeVisible();
  await expect(field(page)).toHaveCount(0);
});

test("a wrong password clears the input and says 'Incorrect password'", async ({ page }) => {
  await page.goto(PATH);
  await field(page).fill('wrong');
  await field(page).press('Enter');
  await expect(page.getByRole('alert')).toHaveText('Incorrect password');
  await expect(field(page)).toHaveValue('');
  await expect(field(page)).toBeFocused();
  expect(await flag(page)).toBeNull();
});

test('the form requires a password', async ({ page }) => {
  await page.goto(PATH);
  await unlock(page).click();
  expect(await field(page).evaluate((input: HTMLInputElement) => input.validity.valueMissing)).toBe(true);
});

for (const [what, fulfil, more = ''] of [
  ['fails with 503', { status: 503, contentType: 'application/json', body: '{"error":"x"}' }],
  [
    'is limited with 429',
    { status: 429, contentType: 'application/json', body: '{"error":"x"}' },
    '. Too many wrong attempts: try again later',
  ],
  ['is an HTML page', { status: 200, contentType: 'text/html', body: '<html></html>' }],
  ['has no verdict', { status: 200, contentType: 'application/json', body: '{}' }],
] as const) {
  test(`'Error verifying password' if the response ${what}`, async ({ page, expectedConsole }) => {
    expectedConsole.push(/status of (503|429)/);
    await page.route('**/api/verify-password', (route) => route.fulfill(fulfil));
    await page.goto(PATH);
    await field(page).fill(DRAFT_PASSWORD);
    await unlock(page).click();
    await expect(page.getByRole('alert')).toHaveText(`Error verifying password${more}`);
    // It was not checked, so it may be the right one.
    await expect(field(page)).toHaveValue(DRAFT_PASSWORD);
  });
}

test('a forged flag without the cookie shows the locked form again', async ({ page, expectedConsole }) => {
  expectedConsole.push(/401/);
  await page.addInitScript(() => sessionStorage.setItem('draft-access', 'true'));
  await page.goto(PATH);
  await expect(field(page)).toBeVisible();
  expect(await flag(page)).toBeNull();
});

test('Lock again ends the session on the server too', async ({ page, context, expectedConsole }) => {
  expectedConsole.push(/401/);
  await open(page);
  const cookies = await context.cookies();
  await page.getByRole('button', { name: 'Lock again' }).click();
  await expect(field(page)).toBeVisible();
  expect(await flag(page)).toBeNull();
  await context.addCookies(cookies);
  expect((await page.request.get('/api/drafts')).status()).toBe(401);
});

test('an empty list has its own text', async ({ page }) => {
  await page.route('**/api/drafts', (route) => route.fulfill({ json: [] }));
  await page.goto(PATH);
  await field(page).fill(DRAFT_PASSWORD);
  await unlock(page).click();
  await expect(
    page.getByText('No draft projects at the moment. Check back soon for new experiments and ideas in development.', {
      exact: true,
    }),
  ).toBeVisible();
});

test('a list that cannot be fetched says so, and Retry fetches it', async ({ page, expectedConsole }) => {
  expectedConsole.push(/503/);
  await page.route('**/api/drafts', (route) => route.fulfill({ status: 503, body: '{}' }), { times: 1 });
  await page.goto(PATH);
  await field(page).fill(DRAFT_PASSWORD);
  await unlock(page).click();
  await expect(page.getByRole('heading', { name: 'The drafts could not be loaded' })).toBeVisible();
  await expect(page.getByText('The server returned 503.', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Beef Cut Prices' })).toBeVisible();
});

test('the gate works for the current page view if the browser refuses storage', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'sessionStorage', {
      get() {
        throw new Error('blocked');
      },
    });
  });
  await open(page);
});

test('a password that is not configured is an error, not a way in', async ({ page, expectedConsole }) => {
  expectedConsole.push(/503/);
  const closed = await startSite({ env: { DRAFT_PASSWORD_HASH: '' } });
  await page.goto(closed.url + PATH);
  await field(page).fill(DRAFT_PASSWORD);
  await unlock(page).click();
  await expect(page.getByRole('alert')).toHaveText('Error verifying password');
  await closed.close();
});

test('no document, script or public response contains the descriptions of the drafts', async ({ page, request, site }) => {
  await open(page);
  const drafts = (await (await page.request.get('/api/drafts')).json()) as { description: string }[];
  const secrets = drafts.map((draft) => draft.description);
  expect(secrets.length).toBeGreaterThan(1);
  const html = await (await request.get('/projects')).text();
  const map = /<script type="importmap">(.*?)<\/script>/s.exec(html)?.[1] ?? '{}';
  const scripts = Object.keys((JSON.parse(map) as { integrity: Record<string, string> }).integrity).filter(
    (url) => !url.includes('~1'),
  );
  expect(scripts.length).toBeGreaterThan(20);
  for (const path of ['/projects', '/projects/drafts', '/', ...scripts]) {
    const text = await (await fetch(site.url + path)).text();
    for (const secret of secrets) expect(text.includes(secret), `${path} holds "${secret}"`).toBe(false);
  }
});

test('axe finds nothing on the gate, locked and open, in light, dark and forced colors', async ({ page }) => {
  test.slow();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(PATH);
  await expect(field(page)).toBeVisible();
  await expectAccessibleInAllColors(page, 'locked');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await open(page);
  await expectAccessibleInAllColors(page, 'open');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

test('the password error appears next to Unlock, without a reserved empty line or a layout shift', async ({
  page,
  expectedConsole,
}) => {
  expectedConsole.push(/500/);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(PATH);
  await field(page).fill('not the one');
  const form = page.locator('form');
  const boxes = async () => [await form.boundingBox(), await field(page).boundingBox(), (await unlock(page).boundingBox())?.y];
  const below = await form.evaluate((element) => {
    const button = element.querySelector('button');
    if (!button) throw new Error('the gate has no button');
    return (
      element.getBoundingClientRect().bottom -
      button.getBoundingClientRect().bottom -
      parseFloat(getComputedStyle(element).paddingBottom)
    );
  });
  expect(below).toBeLessThan(4);
  const before = await boxes();
  await unlock(page).click();
  await expect(page.getByRole('alert')).toHaveText('Incorrect password');
  expect(await boxes()).toEqual(before);
  await page.route('**/api/verify-password', (route) => route.fulfill({ status: 500, body: '{}' }));
  await field(page).fill('not the one');
  await unlock(page).click();
  await expect(page.getByRole('alert')).toHaveText('Error verifying password');
  expect(await boxes()).toEqual(before);
});
