import { timeToPaint } from '../support/main-thread.ts';
import { median } from '../support/median.ts';
import { aReport, answerPrices, aRow, rowsOf } from '../support/prices.ts';
import { expect, test } from '../support/test.ts';
import { slowness } from '../support/yardstick.ts';

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
/** A key comes at any moment of a frame, and in the worst case waits a whole one for the screen. */
const FRAME_MS = 1000 / 60;
/**
 * The page runs at full speed, and its processor time counts four times what the reference machine would take. The browser's
 * own slow-down spins by the clock: on a shared machine it charges the page for what its neighbours do.
 */
const SLOWDOWN = 4;
const ROUNDS = 9;
const SHOWN = 'rows shown';

const inWords = (times: readonly number[]) => times.map((time) => time.toFixed(1)).join(', ');

test('with 5,000 rows on a processor four times slower, the last digit of a ZIP code shows its rows on the screen within 50 ms', async ({
  page,
  browser,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await answerPrices(page, 'egg', aReport(ROWS));
  await page.goto('/projects/egg-prices');
  await expect(page.getByRole('table')).toHaveAttribute('aria-rowcount', '5001');
  const zip = page.getByPlaceholder('Enter your 5-digit ZIP code');
  await zip.fill('5370');
  // As far down as the field stays in sight: the rows are then on the screen too.
  await zip.evaluate((field) => window.scrollTo(0, field.getBoundingClientRect().top + window.scrollY - 60));
  await expect(rowsOf(page).first()).toBeInViewport();
  const processor: number[] = [];
  const clock: number[] = [];
  const before = await slowness(browser);
  for (let round = 0; round < ROUNDS; round += 1) {
    await page.evaluate((mark) => {
      document.querySelector('input[maxlength="5"]')?.addEventListener(
        'keydown',
        () => {
          const start = performance.now();
          const observer = new MutationObserver(() => {
            const rows = document.querySelector('table')?.getAttribute('aria-rowcount');
            const first = document.querySelector('tbody tr[aria-rowindex="2"]')?.textContent ?? '';
            if (rows !== '557' || !first.includes('Midwest')) return;
            observer.disconnect();
            performance.mark(mark);
            // The next task after a frame's callbacks begins when the frame was painted.
            requestAnimationFrame(() => {
              const { port1, port2 } = new MessageChannel();
              port1.onmessage = () => {
                document.body.dataset['took'] = String(performance.now() - start);
              };
              port2.postMessage(null);
            });
          });
          observer.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
        },
        { once: true },
      );
      delete document.body.dataset['took'];
    }, SHOWN);
    const took = page.locator('body[data-took]');
    processor.push(
      await timeToPaint(browser, page, SHOWN, async () => {
        await zip.press('3');
        await took.waitFor();
      }),
    );
    clock.push(Number(await took.getAttribute('data-took')));
    await expect(rowsOf(page).first()).toContainText('Midwest');
    await zip.press('Backspace');
    await expect(page.getByRole('table')).toHaveAttribute('aria-rowcount', '5001');
  }
  const slow = Math.min(before, await slowness(browser));
  const work = (SLOWDOWN * median(processor)) / slow;
  console.log(
    `ZIP to rows: ${inWords(processor)} ms of processor time on a machine ${slow.toFixed(2)} times as slow as the reference`,
  );
  console.log(`ZIP to rows: ${work.toFixed(1)} ms on a processor ${SLOWDOWN} times slower than the reference`);
  console.log(`ZIP to rows: painted after ${median(clock).toFixed(1)} ms by this machine's clock`);
  expect(work).toBeGreaterThan(0);
  expect(work + FRAME_MS).toBeLessThan(MOST_MS);
});
