import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '../support/test.ts';

/** A page of somebody else, on another origin, with one frame. */
async function aForeignPage(source: string): Promise<{ url: string; server: Server }> {
  const server = createServer((_request, response) => {
    response
      .writeHead(200, { 'Content-Type': 'text/html' })
      .end(
        `<!doctype html><title>Elsewhere</title><link rel="icon" href="data:,"><iframe title="chart" src="${source}" width="900" height="900"></iframe>`,
      );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, server };
}

for (const [path, unit] of [
  ['/embed/egg-prices', 'US dollars per dozen, NATIONAL'],
  ['/embed/beef-cut-prices', 'US dollars per lb, NATIONAL'],
] as const) {
  test(`${path} shows its chart inside another site, without the site's header`, async ({ page, site }) => {
    const { url, server } = await aForeignPage(site.url + path);
    await page.goto(url);
    const frame = page.frameLocator('iframe');
    await expect(frame.getByRole('heading', { level: 2, name: 'Price history' })).toBeVisible();
    await expect(frame.getByText(unit)).toBeVisible();
    await expect(frame.getByText('Advertised feature prices, not shelf prices.')).toBeVisible();
    await expect(frame.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expect(frame.getByRole('banner')).toHaveCount(0);
    await expect(frame.getByRole('button', { name: 'Copy embed code' })).toHaveCount(0);
    await expect(frame.getByRole('link', { name: /Open the whole page/ })).toHaveAttribute(
      'href',
      new RegExp(path.replace('/embed/', '/projects/')),
    );
    server.close();
  });
}

test('no other page of the site may be framed', async ({ page, site, expectedConsole }) => {
  expectedConsole.push(/frame-ancestors|Framing|refused|ERR_BLOCKED/i);
  const { url, server } = await aForeignPage(`${site.url}/projects/egg-prices`);
  await page.goto(url);
  await expect(page.frameLocator('iframe').getByRole('heading', { level: 1, name: 'EGG PRICES' })).toHaveCount(0);
  const headers = (await (await fetch(`${site.url}/projects/egg-prices`)).headers.get('Content-Security-Policy')) ?? '';
  expect(headers).toContain("frame-ancestors 'none'");
  server.close();
});

test('the embed code names the items that are charted', async ({ page, context, site }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.url });
  await page.goto('/projects/egg-prices');
  await page.getByRole('button', { name: /^Chart / }).click();
  await page.getByRole('button', { name: 'Copy embed code' }).click();
  await expect(page.getByText('Embed code copied', { exact: true }).first()).toBeVisible();
  const code = await page.evaluate(() => navigator.clipboard.readText());
  expect(code).toMatch(
    new RegExp(
      `^<iframe src="${site.url}/embed/egg-prices\\?item=[^"]+" title="[^"]+" width="100%" height="900" loading="lazy"></iframe>$`,
    ),
  );
  const source = /src="([^"]+)"/.exec(code)?.[1]?.replaceAll('&amp;', '&') ?? '';
  await page.goto(source);
  await expect(page.getByRole('heading', { level: 2, name: 'Price history' })).toBeVisible();
});
