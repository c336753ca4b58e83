import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { aReport, answerPrices, aRow, aSeries } from '../support/prices.ts';
import { gate } from '../support/steady.ts';
import { expect, test } from '../support/test.ts';

/** A page of another site, on another origin, that contains this code. */
async function aForeignPage(embed: string): Promise<{ url: string; server: Server }> {
  const server = createServer((_request, response) => {
    response
      .writeHead(200, { 'Content-Type': 'text/html' })
      .end(`<!doctype html><title>Elsewhere</title><link rel="icon" href="data:,">${embed}`);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, server };
}

test('the copied code shows the chart inside another site, 900 px tall while it loads, then as tall as its content at every width; only its own messages resize it', async ({
  page,
  context,
  site,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.url });
  await page.goto('/projects/egg-prices');
  await page.getByRole('button', { name: 'Zoom and compare' }).click();
  await page.getByRole('button', { name: 'Copy embed code' }).click();
  await expect(page.getByText('Embed code copied', { exact: true }).first()).toBeVisible();
  const code = await page.evaluate(() => navigator.clipboard.readText());
  expect(code).toMatch(
    new RegExp(
      `^<iframe src="${site.url}/embed/egg-prices\\?item=[^"]+" title="[^"]+" width="100%" height="900" loading="lazy"></iframe><script>[^<]+</script>$`,
    ),
  );
  const { url, server } = await aForeignPage(code);
  await page.addInitScript(() => {
    const messages: unknown[] = [];
    Object.assign(window, { messages });
    window.addEventListener('message', ({ data }) => messages.push(data));
  });
  const { held, release } = gate();
  await page.route('**/api/weekly-egg-report', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(url);
  const frame = page.locator('iframe');
  const inside = page.frameLocator('iframe');
  await expect(inside.getByText('Loading egg prices...')).toBeVisible();
  // This message arrives after every height that the frame has sent in the two repaints before it.
  await inside.locator('html').evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    window.parent.postMessage('drawn', '*');
  });
  await expect.poll(() => page.evaluate(() => (window as unknown as { messages: unknown[] }).messages)).toEqual(['drawn']);
  expect(await frame.getAttribute('height')).toBe('900');
  expect(await inside.locator('html').evaluate((html) => html.scrollHeight)).toBeLessThanOrEqual(900);
  release();
  // A cross-site frame is a separate process, which a busy machine starts late.
  await expect(inside.locator('svg[data-chart]')).toBeVisible();
  await expect(inside.getByText('US dollars per dozen, NATIONAL')).toBeVisible();
  await expect(inside.getByText('Advertised feature prices, not shelf prices.')).toBeVisible();
  await expect(inside.getByRole('heading', { level: 1 })).toHaveCount(1);
  await expect(inside.getByRole('banner')).toHaveCount(0);
  await expect(inside.getByRole('button', { name: 'Copy embed code' })).toHaveCount(0);
  await expect(inside.getByRole('link', { name: /Open the whole page/ })).toHaveAttribute('href', /\/projects\/egg-prices/);
  /** The frame's height, how much of its content is hidden, and how much space is left below it. */
  const heights = async () => {
    const shown = Number(await frame.getAttribute('height'));
    const last = await inside.getByRole('table', { name: /^This week by region/ }).boundingBox();
    const whole = await inside.locator('html').evaluate((html) => html.scrollHeight);
    return { shown, hidden: whole - shown, below: shown - (last!.y - (await frame.boundingBox())!.y + last!.height) };
  };
  const fits = async () => {
    await expect.poll(async () => (await heights()).hidden).toBeLessThanOrEqual(1);
    await expect.poll(async () => (await heights()).below).toBeLessThan(80);
  };
  await fits();
  const wide = (await heights()).shown;
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(async () => (await heights()).shown).not.toBe(wide);
  await fits();
  const narrow = (await heights()).shown;
  const postHeight = (embedHeight: number, sender: 'chart' | 'page', origin: string) =>
    page.evaluate(
      (sent) => {
        const source = sent.sender === 'page' ? window : (document.querySelector('iframe')?.contentWindow ?? null);
        window.dispatchEvent(
          new MessageEvent('message', { data: { embedHeight: sent.embedHeight }, origin: sent.origin, source }),
        );
      },
      { embedHeight, sender, origin },
    );
  await postHeight(3_003, 'page', site.url);
  await postHeight(3_004, 'chart', 'https://elsewhere.invalid');
  expect((await heights()).shown).toBe(narrow);
  await postHeight(3_005, 'chart', site.url);
  expect(await frame.getAttribute('height')).toBe('3005');
  server.close();
});

const ROWS = [
  aRow({ type: 'Few', store_count: 10 }),
  aRow({ type: 'Most', store_count: 90 }),
  aRow({ type: 'Only Midwest', store_count: 900, region: 'Midwest' }),
];
const stored = (region: string) =>
  ['Few', 'Most', 'Only Midwest'].map((type) =>
    aSeries(
      { '2026-09-07': 4, '2026-09-14': 5 },
      { region, type, item: `beef|chuck|${type.toLowerCase()}|fresh|regular|conventional||per lb` },
    ),
  );

test('a frame without an item charts the most advertised one, even after Retry, and keeps it; a narrow one keeps every figure', async ({
  page,
  expectedConsole,
}) => {
  expectedConsole.push(/Failed to load resource/);
  await answerPrices(page, 'beef', aReport(ROWS), stored);
  let requests = 0;
  await page.route('**/api/weekly-beef-report', (route) => {
    requests += 1;
    return requests === 1 ? route.abort() : route.fallback();
  });
  await page.goto('/embed/beef-cut-prices');
  const failed = page.getByRole('alert');
  await expect(failed.getByRole('heading', { name: 'Error loading report:' })).toBeVisible();
  await failed.getByRole('button', { name: 'Retry' }).click();
  const panel = page.getByRole('region', { name: 'Price history' });
  const lines = panel.getByRole('link', { name: /^CSV of / });
  await expect(panel.locator('svg[data-chart]')).toBeVisible();
  expect(requests).toBe(2);
  const named = (type: string) => `${type}, Fresh, Regular, Conventional`;
  await expect(lines).toHaveCount(1);
  await expect(lines).toHaveAccessibleName(`CSV of ${named('Most')}`);
  await expect(page.getByRole('table', { name: `This week by region: ${named('Most')}` })).toBeVisible();
  // A frame without a line would show nothing.
  await expect(panel.getByRole('button', { name: /^Remove/ })).toHaveCount(0);
  await page.getByLabel('Chart region').selectOption('Midwest');
  await expect(panel).toContainText('per lb, Midwest');
  await expect(lines).toHaveAccessibleName(`CSV of ${named('Most')}`);
  await page.getByLabel('Compare with').selectOption({ label: named('Few') });
  await expect(lines).toHaveCount(2);
  await panel.getByRole('button', { name: /^Remove Most/ }).click();
  await expect(lines).toHaveAccessibleName(`CSV of ${named('Few')}`);
  await expect(page).toHaveURL(/item=beef%7C.*few/);
  await expect(page.getByRole('link', { name: /Open the whole page/ })).toHaveAttribute('href', /item=.*few/);
  // A standalone chart has no rows, so the list of regions keeps the range and the number of stores.
  await page.setViewportSize({ width: 320, height: 900 });
  const national = page.getByRole('table', { name: /^This week by region/ }).getByRole('row', { name: /NATIONAL/ });
  await expect(national.getByText('10 stores')).toBeVisible();
  await expect(national.getByRole('cell')).toHaveCount(3);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);

  await page.goto('/embed/beef-cut-prices?chart-region=Midwest');
  await expect(lines).toHaveAccessibleName(`CSV of ${named('Only Midwest')}`);
});
