import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { aReport, answerPrices, aRow, aSeries } from '../support/prices.ts';
import { expect, test } from '../support/test.ts';

/** A page of another site, on another origin, with one frame. */
async function aForeignPage(source: string): Promise<{ url: string; server: Server }> {
  return aPageWith(`<iframe title="chart" src="${source}" width="900" height="900"></iframe>`);
}

async function aPageWith(embed: string): Promise<{ url: string; server: Server }> {
  const server = createServer((_request, response) => {
    response
      .writeHead(200, { 'Content-Type': 'text/html' })
      .end(`<!doctype html><title>Elsewhere</title><link rel="icon" href="data:,">${embed}`);
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
    // A cross-site frame is a separate process, which a busy machine starts late.
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

test('no other page of the site can be framed', async ({ page, site, expectedConsole }) => {
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
  await page.getByRole('button', { name: 'Zoom and compare' }).click();
  await page.getByRole('button', { name: 'Copy embed code' }).click();
  await expect(page.getByText('Embed code copied', { exact: true }).first()).toBeVisible();
  const code = await page.evaluate(() => navigator.clipboard.readText());
  expect(code).toMatch(
    new RegExp(
      `^<iframe src="${site.url}/embed/egg-prices\\?item=[^"]+" title="[^"]+" width="100%" height="900" loading="lazy"></iframe><script>[^<]+</script>$`,
    ),
  );
  const source = /src="([^"]+)"/.exec(code)?.[1]?.replaceAll('&amp;', '&') ?? '';
  await page.goto(source);
  await expect(page.getByRole('heading', { level: 2, name: 'Price history' })).toBeVisible();
});

test('an embedded chart is as high as its content, at every width, and only by its own word', async ({ page, context, site }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.url });
  await page.goto('/projects/egg-prices');
  await page.getByRole('button', { name: 'Zoom and compare' }).click();
  await page.getByRole('button', { name: 'Copy embed code' }).click();
  await expect(page.getByText('Embed code copied', { exact: true }).first()).toBeVisible();
  const { url, server } = await aPageWith(await page.evaluate(() => navigator.clipboard.readText()));
  await page.goto(url);
  const frame = page.locator('iframe');
  const inside = page.frameLocator('iframe');
  await expect(inside.locator('svg[data-chart]')).toBeVisible();
  /** Of the frame, and what of its content it does not show or has too much room for. */
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
  const say = (embedHeight: number, speaker: 'chart' | 'page', origin: string) =>
    page.evaluate(
      (said) => {
        const source = said.speaker === 'page' ? window : (document.querySelector('iframe')?.contentWindow ?? null);
        window.dispatchEvent(
          new MessageEvent('message', { data: { embedHeight: said.embedHeight }, origin: said.origin, source }),
        );
      },
      { embedHeight, speaker, origin },
    );
  await say(3_003, 'page', site.url);
  await say(3_004, 'chart', 'https://elsewhere.invalid');
  expect((await heights()).shown).toBe(narrow);
  await say(3_005, 'chart', site.url);
  expect(await frame.getAttribute('height')).toBe('3005');
  server.close();
});

const HTML = '<!doctype html><p>a proxy</p>';

for (const [kind, path, fields, words] of [
  [
    'egg',
    '/embed/egg-prices',
    { commodity: 'Egg', section: 'Shell Egg', price_unit: 'Per Carton', package_size: '12' },
    {
      details: 'carton of 12, Conventional, Fresh',
      500: 'Failed to fetch report: 500',
      503: 'Failed to fetch report: 503',
      html: 'Failed to fetch report data',
      dropped: 'Failed to fetch report data',
    },
  ],
  [
    'beef',
    '/embed/beef-cut-prices',
    {},
    {
      details: 'Fresh, Regular, Conventional',
      500: 'broken - disk full',
      503: 'No USDA key - set USDA_API_KEY (API key not configured)',
      html: 'is not valid JSON',
      dropped: 'Failed to fetch',
    },
  ],
] as const) {
  const rows = [
    aRow({ ...fields, type: 'Few', store_count: 10 }),
    aRow({ ...fields, type: 'Most', store_count: 90 }),
    aRow({ ...fields, type: 'Only Midwest', store_count: 900, region: 'Midwest' }),
  ];
  const keyOf = (type: string) =>
    kind === 'egg'
      ? `egg|shell egg|${type}|fresh|12|conventional||per carton`
      : `beef|chuck|${type}|fresh|regular|conventional||per lb`;
  const stored = (region: string) =>
    ['Few', 'Most', 'Only Midwest'].map((type) =>
      aSeries({ '2026-09-07': 4, '2026-09-14': 5 }, { ...fields, region, type, item: keyOf(type.toLowerCase()) }),
    );

  test(`${path} without an item charts the one that most stores advertise, and keeps it`, async ({ page }) => {
    await answerPrices(page, kind, aReport(rows), stored);
    await page.goto(path);
    const panel = page.getByRole('region', { name: 'Price history' });
    const lines = panel.getByRole('link', { name: /^CSV of / });
    await expect(lines).toHaveCount(1);
    await expect(lines).toHaveAccessibleName(`CSV of Most, ${words.details}`);
    await expect(panel).toContainText('$5.00 in 101 stores');
    await expect(panel.locator('svg[data-chart]')).toBeVisible();
    await expect(page.getByRole('table', { name: `This week by region: Most, ${words.details}` })).toBeVisible();
    // A frame without a line would show nothing.
    await expect(panel.getByRole('button', { name: /^Remove/ })).toHaveCount(0);
    await page.getByLabel('Region of the chart').selectOption('Midwest');
    await expect(panel).toContainText(`per ${kind === 'egg' ? 'dozen' : 'lb'}, Midwest`);
    await expect(lines).toHaveAccessibleName(`CSV of Most, ${words.details}`);
    await page.getByLabel('Compare with').selectOption({ label: `Few, ${words.details}` });
    await expect(lines).toHaveCount(2);
    await panel.getByRole('button', { name: /^Remove Most/ }).click();
    await expect(lines).toHaveAccessibleName(`CSV of Few, ${words.details}`);
    await expect(page).toHaveURL(new RegExp(`item=${kind}%7C.*few`));
    await expect(page.getByRole('link', { name: /Open the whole page/ })).toHaveAttribute('href', /item=.*few/);
  });

  test(`${path} in a narrow frame keeps range and stores of every region, because it has no rows`, async ({ page }) => {
    await answerPrices(page, kind, aReport(rows), stored);
    await page.setViewportSize({ width: 320, height: 900 });
    await page.goto(path);
    const region = page.getByRole('table', { name: /^This week by region/ }).getByRole('row', { name: /NATIONAL/ });
    await expect(region.getByText('90 stores')).toBeVisible();
    await expect(region.getByRole('cell')).toHaveCount(3);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  });

  test(`${path} of a region starts with the item that most stores advertise there`, async ({ page }) => {
    await answerPrices(page, kind, aReport(rows), stored);
    await page.goto(`${path}?chart-region=Midwest`);
    await expect(page.getByRole('link', { name: /^CSV of / })).toHaveAccessibleName(`CSV of Only Midwest, ${words.details}`);
  });

  test(`${path} says that a report is empty`, async ({ page }) => {
    await answerPrices(page, kind, aReport([]), stored);
    await page.goto(path);
    await expect(page.getByText('No feature activities found')).toBeVisible();
    await expect(page.getByText(`No retail ${kind} feature activities available for this period`)).toBeVisible();
    await expect(page.getByRole('slider')).toHaveCount(0);
  });

  for (const [name, failure, message] of [
    ['a failure of the server', { status: 500, json: { error: 'broken', details: 'disk full' } }, words[500]],
    [
      'a missing key',
      { status: 503, json: { error: 'No USDA key', details: 'set USDA_API_KEY', apiKeyConfigured: false } },
      words[503],
    ],
    ['a page of HTML', { status: 200, contentType: 'text/html', body: HTML }, words.html],
    ['a dropped connection', null, words.dropped],
  ] as const) {
    test(`${path} reports ${name} with its details, and Retry asks once more`, async ({ page, expectedConsole }) => {
      expectedConsole.push(/Failed to load resource/);
      await answerPrices(page, kind, aReport(rows), stored);
      let asked = 0;
      await page.route(`**/api/weekly-${kind}-report`, (route) => {
        asked += 1;
        if (asked > 1) return route.fallback();
        return failure ? route.fulfill(failure) : route.abort();
      });
      await page.goto(path);
      const failed = page.getByRole('alert');
      await expect(failed.getByRole('heading', { name: 'Error loading report:' })).toBeVisible();
      await expect(failed.locator('p').first()).toContainText(message);
      await failed.getByText('Technical details').click();
      await expect(failed).toContainText(`GET /api/weekly-${kind}-report`);
      expect(asked).toBe(1);
      await failed.getByRole('button', { name: 'Retry' }).click();
      await expect(page.getByRole('region', { name: 'Price history' })).toContainText('$5.00 in 101 stores');
      expect(asked).toBe(2);
    });
  }
}
