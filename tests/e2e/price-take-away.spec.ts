import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { comparedUnit, itemName, priceItemKey, type PriceRecord, type WeeklyReport } from '@site/contracts';
import { downloadOf } from '../support/download.ts';
import { ask } from '../support/stored-prices.ts';
import { expect, test } from '../support/test.ts';

const PAGES = { egg: '/projects/egg-prices', beef: '/projects/beef-cut-prices' } as const;
type Kind = keyof typeof PAGES;
/** How many items of each report are compared, spread over it. */
const ITEMS = 4;

const answer = (page: Page) => page.getByRole('region', { name: /^Week of / });
const dollars = (amount: number) => `$${amount.toFixed(2)}`;

async function nationalItems(page: Page, kind: Kind): Promise<PriceRecord[]> {
  const report = (await (await ask(page.request, `/api/weekly-${kind}-report`)).json()) as WeeklyReport;
  const national = report.currentWeekData.filter((row) => row.region === 'NATIONAL' && row.price_avg !== null);
  return Array.from({ length: ITEMS }, (_, index) => national[Math.floor((index * national.length) / ITEMS)]).filter(
    (row) => !!row,
  );
}

/** Texts of the elements according to the browser's XML parser. In an empty page, because the site's policy forbids parsing text. */
async function textsOf(page: Page, xml: string, selectors: readonly string[]): Promise<string[][]> {
  const reader = await page.context().newPage();
  const texts = await reader.evaluate(
    ([text, wanted]) => {
      const read = new DOMParser().parseFromString(text, 'application/xml');
      if (read.querySelector('parsererror')) throw new Error(read.documentElement.textContent ?? '');
      return wanted.map((selector) => [...read.querySelectorAll(selector)].map(({ textContent }) => textContent ?? ''));
    },
    [xml, selectors] as const,
  );
  await reader.close();
  return texts;
}

const readFeed = async (page: Page, text: string) => {
  const [titles = [], updated = []] = await textsOf(page, text, ['entry > title', 'entry > updated']);
  return { titles, updated };
};

for (const kind of ['egg', 'beef'] as const) {
  test(`the sentence, the feed, the file and the picture of ${kind} prices have the same figure`, async ({ page }) => {
    for (const row of await nationalItems(page, kind)) {
      const item = priceItemKey(kind, row);
      const name = itemName(kind, row);
      const compared = comparedUnit(kind, row);
      const figure = dollars((row.price_avg ?? 0) * (compared?.factor ?? 1));
      await page.goto(`${PAGES[kind]}?item=${encodeURIComponent(item)}`);
      await expect(answer(page)).toContainText(`${figure} `);
      await expect(answer(page)).toContainText(name);
      const panel = page.getByRole('region', { name: 'Price history' });
      const { text: svg } = await downloadOf(page, panel.getByRole('button', { name: 'Chart as SVG' }));
      const [written = []] = await textsOf(page, svg, ['text']);
      const words = written.join(' ');
      expect(words).toContain(`${figure} in ${row.store_count?.toLocaleString('en-US')} store`);
      expect(words).toContain('Sample data of this site, modeled on USDA Market News');
      expect(words).toContain('Public domain');
      expect(words).toMatch(/to \w{3} \d+, 2026/);
      const query = new URLSearchParams({ commodity: kind, region: 'NATIONAL', item });
      const feed = await readFeed(page, await (await ask(page.request, `/api/price-history.atom?${query}`)).text());
      expect(feed.titles[0]).toContain(`${name}: ${figure} `);
      expect(feed.updated[0]).toBe(`${row.report_date}T00:00:00Z`);
      const csv = await (await ask(page.request, `/api/price-history.csv?${query}`)).text();
      const last = csv.trim().split('\r\n').at(-1) ?? '';
      expect(last).toContain(row.report_date);
      expect(last).toContain(`,${row.price_avg},`);
    }
  });

  test(`the ${kind} page links its feed in the head and below the chart, and offers its chart as SVG and PNG`, async ({
    page,
  }) => {
    await page.goto(PAGES[kind]);
    const link = answer(page).getByRole('link', { name: 'Weekly feed (Atom)' });
    const address = await link.getAttribute('href');
    await expect(page.locator(`head link[type="application/atom+xml"][href="${address}"]`)).toHaveCount(1);
    // For feed readers, which do not run scripts.
    const html = await (await ask(page.request, PAGES[kind])).text();
    expect(html).toContain(`<link rel="alternate" type="application/atom+xml" title="`);
    expect(html).toContain(`href="/api/price-history.atom?commodity=${kind}"`);
    const imageOf = (document: string) =>
      /property="og:image" content="([^"]+)"/.exec(document)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const shared = `${PAGES[kind]}?item=${encodeURIComponent(new URL(address ?? '', 'http://site.invalid').searchParams.get('item') ?? '')}`;
    const images = [imageOf(html), imageOf(await (await ask(page.request, shared)).text())];
    expect(images[0]).not.toBe(images[1]);
    for (const image of images) {
      const drawn = await (await ask(page.request, image)).body();
      expect([drawn.subarray(1, 4).toString(), drawn.readUInt32BE(16), drawn.readUInt32BE(20)]).toEqual(['PNG', 1200, 630]);
    }
    const feed = await ask(page.request, address ?? '');
    expect(feed.headers()['content-type']).toBe('application/atom+xml; charset=utf-8');
    expect((await readFeed(page, await feed.text())).titles.length).toBeGreaterThan(1);
    const said = (await answer(page).locator('strong').first().textContent()) ?? '';
    const { name, text } = await downloadOf(page, answer(page).getByRole('button', { name: 'Chart as SVG' }));
    expect(name).toMatch(new RegExp(`^${kind}-prices-\\d{4}-\\d\\d-\\d\\d\\.svg$`));
    expect(text).toContain(said);
    expect(text).toContain('Source: ');
    const download = page.waitForEvent('download');
    await answer(page).getByRole('button', { name: 'Chart as PNG' }).click();
    const png = await readFile(await (await download).path());
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    // Twice the width of the chart with its margins.
    const width = await answer(page).locator('svg[data-chart]').getAttribute('width');
    expect(png.readUInt32BE(16)).toBe(2 * (Number(width) + 32));
  });

  test(`the description of the ${kind} price file lists its columns in order, with units`, async ({ page }) => {
    await page.goto(PAGES[kind]);
    const rows = page.getByRole('region', { name: 'Prices', exact: true });
    const csv = await downloadOf(page, rows.getByRole('button', { name: 'Download CSV' }));
    const described = await downloadOf(page, rows.getByRole('button', { name: 'Metadata' }));
    expect(described.name).toBe(`${csv.name}-metadata.json`);
    const metadata = JSON.parse(described.text) as {
      url: string;
      tableSchema: { columns: { titles: string; 'schema:unitText'?: string }[] };
    };
    const head = csv.text.split('\r\n').find((line) => !line.startsWith('#'));
    const { columns } = metadata.tableSchema;
    expect([metadata.url, columns.map(({ titles }) => titles).join(',')]).toEqual([csv.name, head]);
    expect(columns.find(({ titles }) => titles === 'price_avg')?.['schema:unitText']).toBe('US dollars per price_unit');
  });
}
