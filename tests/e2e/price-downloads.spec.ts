import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { downloadOf } from '../support/download.ts';
import { ask } from '../support/stored-prices.ts';
import { expect, test } from '../support/test.ts';

const PAGES = { egg: '/projects/egg-prices', beef: '/projects/beef-cut-prices' } as const;

const answer = (page: Page) => page.getByRole('region', { name: /^Week of / });
/** Texts of the elements, read by the browser's XML parser in an empty page, because the site's policy forbids parsing text. */
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

for (const kind of ['egg', 'beef'] as const) {
  test(`the ${kind} page links its feed in the head and below the chart, and offers the chart and the prices as self-describing files`, async ({
    page,
  }) => {
    await page.goto(PAGES[kind]);
    const link = answer(page).getByRole('link', { name: 'Weekly feed (Atom)' });
    const address = await link.getAttribute('href');
    await expect(page.locator(`head link[type="application/atom+xml"][href="${address}"]`)).toHaveCount(1);
    const feed = await ask(page.request, address ?? '');
    expect(feed.headers()['content-type']).toBe('application/atom+xml; charset=utf-8');
    const { name, text } = await downloadOf(page, answer(page).getByRole('button', { name: 'Chart as SVG' }));
    expect(name).toMatch(new RegExp(`^${kind}-prices-\\d{4}-\\d\\d-\\d\\d\\.svg$`));
    const [titles = []] = await textsOf(page, await feed.text(), ['entry > title']);
    expect(titles.length).toBeGreaterThan(1);
    const [written = []] = await textsOf(page, text, ['text']);
    const words = written.join(' ');
    const figure = (await answer(page).locator('strong').first().textContent()) ?? '';
    expect(figure).toMatch(/^\$\d/);
    for (const part of [figure, 'Source: ', 'Sample data for this site, modeled on USDA Market News', 'Public domain'])
      expect(words).toContain(part);
    const download = page.waitForEvent('download');
    await answer(page).getByRole('button', { name: 'Chart as PNG' }).click();
    const png = await readFile(await (await download).path());
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    // Twice the width of the chart with its margins.
    const width = await answer(page).locator('svg[data-chart]').getAttribute('width');
    expect(png.readUInt32BE(16)).toBe(2 * (Number(width) + 32));

    // The file's metadata lists its columns in order, with units.
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
    expect([metadata.url, columns.map(({ titles: title }) => title).join(',')]).toEqual([csv.name, head]);
    expect(columns.find(({ titles: title }) => title === 'price_avg')?.['schema:unitText']).toBe('US dollars per price_unit');
  });
}
