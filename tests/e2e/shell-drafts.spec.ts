import { expectAccessibleOnce } from '../support/accessible.ts';
import { DRAFT_PASSWORD } from '../support/site.ts';
import { expect, test } from '../support/test.ts';

test('the gate sends no API request while it is locked, shows an error without shifting, and stays open for the session; axe finds nothing on either side', async ({
  page,
  expectedConsole,
}) => {
  expectedConsole.push(/500/);
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/projects/drafts');
  const field = page.getByLabel('Password');
  const unlock = page.getByRole('button', { name: 'Unlock' });
  await expect(field).toBeVisible();
  expect(requested.filter((path) => path.startsWith('/api/') && path !== '/api/telemetry')).toEqual([]);
  await expectAccessibleOnce(page, 'locked');
  await unlock.click();
  expect(await field.evaluate((input: HTMLInputElement) => input.validity.valueMissing)).toBe(true);

  // The error appears next to Unlock, and no empty line is reserved for it.
  const form = page.locator('form');
  const boxes = async () => [await form.boundingBox(), await field.boundingBox(), (await unlock.boundingBox())?.y];
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
  const failure = { status: 500, body: '{}' };
  await page.route('**/api/verify-password', (route) => route.fulfill(failure), { times: 1 });
  for (const words of ['Error verifying password', 'Incorrect password']) {
    await field.fill('not the one');
    await unlock.click();
    await expect(page.getByRole('alert')).toHaveText(words);
    expect(await boxes(), words).toEqual(before);
  }

  await field.fill(DRAFT_PASSWORD);
  await unlock.click();
  const drafts = page.getByRole('heading', { level: 2, name: 'Beef Cut Prices' });
  await expect(drafts).toBeVisible();
  await expectAccessibleOnce(page, 'open');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page.reload();
  await expect(drafts).toBeVisible();
  await expect(field).toHaveCount(0);
});

test('no document, script or public response contains the descriptions of the drafts', async ({ request, site }) => {
  await request.post('/api/verify-password', { data: { password: DRAFT_PASSWORD } });
  const drafts = (await (await request.get('/api/drafts')).json()) as { description: string }[];
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
    for (const secret of secrets) expect(text.includes(secret), `${path} contains "${secret}"`).toBe(false);
  }
});
