import { aReport, answerPrices, aRow, rowsOf } from '../support/prices.ts';
import { expect, test } from '../support/test.ts';

const REGIONS = ['NATIONAL', 'Northeast', 'Southeast', 'Midwest', 'Southcentral', 'Southwest', 'Northwest', 'Alaska', 'Hawaii'];
const ROWS = Array.from({ length: 5_000 }, (_, index) =>
  aRow({
    commodity: 'Egg',
    section: 'Shell Egg',
    type: `Large ${index % 2 ? 'White' : 'Brown'} ${index}`,
    package_size: index % 3 ? '12' : '18',
    price_unit: 'Per Carton',
    region: REGIONS[index % REGIONS.length] ?? 'NATIONAL',
  }),
);
const MOST_MS = 50;
const SLOWDOWN = 4;

test('with 5,000 rows on a processor four times slower, the last digit of a ZIP code shows its rows within 50 ms', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await answerPrices(page, 'egg', aReport(ROWS));
  await page.goto('/projects/egg-prices');
  await expect(page.getByRole('table')).toHaveAttribute('aria-rowcount', '5001');
  const zip = page.getByPlaceholder('Enter your 5-digit ZIP code');
  await zip.fill('5370');
  const client = await page.context().newCDPSession(page);
  await client.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  const times: number[] = [];
  for (let round = 0; round < 7; round += 1) {
    await page.evaluate(() => {
      const input = document.querySelector<HTMLInputElement>('input[maxlength="5"]');
      input?.addEventListener(
        'keydown',
        () => {
          const start = performance.now();
          const watch = () => {
            const rows = document.querySelector('table')?.getAttribute('aria-rowcount');
            const first = document.querySelector('tbody tr[aria-rowindex="2"]')?.textContent ?? '';
            if (rows === '557' && first.includes('Midwest')) {
              // Laid out and ready to paint, not only in the document.
              document.querySelector('tbody')?.getBoundingClientRect();
              document.body.dataset['took'] = String(performance.now() - start);
              observer.disconnect();
            }
          };
          const observer = new MutationObserver(watch);
          observer.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
        },
        { once: true },
      );
      delete document.body.dataset['took'];
    });
    await zip.press('3');
    await expect(page.locator('body')).toHaveAttribute('data-took', /./);
    times.push(Number(await page.locator('body').getAttribute('data-took')));
    await expect(rowsOf(page).first()).toContainText('Midwest');
    await zip.press('Backspace');
    await expect(page.getByRole('table')).toHaveAttribute('aria-rowcount', '5001');
  }
  await client.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  const sorted = times.toSorted((one, other) => one - other);
  const median = sorted[Math.floor(sorted.length / 2)] ?? Number.POSITIVE_INFINITY;
  // Whatever else the machine does only ever adds time, so the second best of seven is nearest to what the page costs.
  const cost = sorted[1] ?? Number.POSITIVE_INFINITY;
  console.log(
    `ZIP to rows: ${cost.toFixed(1)} ms, median ${median.toFixed(1)} ms of ${times.map((time) => time.toFixed(1)).join(', ')}`,
  );
  expect(cost).toBeLessThan(MOST_MS);
});
