import { aReport, answerPrices, aRow, rowsOf } from '../support/prices.ts';
import { expect, test } from '../support/test.ts';

const EGGS = '/projects/egg-prices';
const BEEF = '/projects/beef-cut-prices';
const EGG = { commodity: 'Egg', section: 'Shell Egg', type: 'Large White', price_unit: 'Per Carton', package_size: '12' };

const EGG_ROWS = [
  aRow({ ...EGG, report_date: '2026-09-14' }),
  aRow({ ...EGG, report_date: '2026-09-07', environment: 'Cage-Free' }),
  aRow({ ...EGG, environment: 'USDA Organic', region: 'NORTH WEST U.S.' }),
  aRow({ ...EGG, environment: 'Pasture-Raised', region: 'SOUTHWEST' }),
  aRow({ ...EGG, region: 'Alaska' }),
  aRow({ ...EGG, region: 'Hawaii' }),
];

test('the egg page states its heading, its weekly updates, the newest date and the number of records', async ({ page }) => {
  await answerPrices(page, 'egg', aReport(EGG_ROWS, { droppedRows: 3 }));
  await page.goto(`${EGGS}?rows=all`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('EGG PRICES');
  await expect(page.getByText('updated weekly from the USDA Market News API')).toBeVisible();
  const panel = page.getByRole('region', { name: 'Report Information' });
  await expect(panel.getByText('Weekly Retail Egg Feature Activity', { exact: true })).toBeVisible();
  await expect(panel.getByRole('definition')).toHaveText(['Sep 14, 2026', '6', '13,190', '3']);
  await expect(rowsOf(page).first().locator('[data-label="Quality"]')).toHaveText('-');
});

test('says that the egg report is loading, and that it is empty', async ({ page }) => {
  let answer: () => void = () => {};
  const asked = new Promise<void>((done) => {
    answer = done;
  });
  await page.route('**/api/weekly-egg-report', async (route) => {
    await asked;
    await route.fulfill({ json: aReport([]) });
  });
  await page.goto(`${EGGS}?rows=all`);
  await expect(page.getByText('Loading egg prices...')).toBeVisible();
  answer();
  await expect(page.getByText('No feature activities found')).toBeVisible();
  await expect(page.getByText('No retail egg feature activities available for this period')).toBeVisible();
});

test('the nine egg types are in the specified order under their categories', async ({ page }) => {
  await answerPrices(page, 'egg', aReport(EGG_ROWS));
  await page.goto(`${EGGS}?rows=all`);
  const type = page.getByLabel('Filter by Egg Type');
  const words = (group: string) => type.locator(`optgroup[label="${group}"] option`);
  await expect(words('Shell Eggs')).toHaveText([
    'All Egg Types',
    'Large Eggs',
    'Extra Large Eggs',
    'Medium Eggs',
    'Small Eggs',
    'Brown Eggs',
    'White Eggs',
  ]);
  await expect(words('Specialty')).toHaveText(['Cage Free Eggs', 'Organic Eggs', 'Pasture Raised Eggs']);
  // These three only occur in `environment`, with hyphens.
  for (const value of ['cage free', 'organic', 'pasture raised']) {
    await type.selectOption(value);
    await expect(rowsOf(page)).toHaveCount(1);
  }
});

for (const [path, kind, rows] of [
  [EGGS, 'egg', EGG_ROWS],
  [BEEF, 'beef', EGG_ROWS.map((row) => ({ ...row, commodity: 'Beef', price_unit: 'Per lb' }))],
] as const) {
  test(`${path}: every band of ZIP codes selects its region, from its first code to its last`, async ({ page }) => {
    await answerPrices(page, kind, aReport(rows));
    await page.goto(`${path}?rows=all`);
    const zip = page.getByPlaceholder('Enter your 5-digit ZIP code');
    await expect(rowsOf(page)).toHaveCount(6);
    for (const [first, last, region] of [
      ['10000', '19999', 'Northeast'],
      ['20000', '39999', 'Southeast'],
      ['40000', '59999', 'Midwest'],
      ['60000', '79999', 'Southcentral'],
      ['80000', '99999', 'Northwest'],
    ] as const) {
      for (const code of [first, last]) {
        await zip.fill(code);
        await expect(page.getByText(`Showing results for: ${region} Region`, { exact: true })).toBeVisible();
      }
    }
    // "NORTH WEST U.S." is the Northwest; the national rows are counted.
    await expect(rowsOf(page)).toHaveCount(1);
    await expect(page.getByText('2 NATIONAL rows are hidden by the region filter.')).toBeVisible();
    await expect(page.getByLabel('Region').first().locator('option')).toHaveText([
      'All regions',
      'Northeast',
      'Southeast',
      'Midwest',
      'Southcentral',
      'Southwest',
      'Northwest',
      'Alaska',
      'Hawaii',
    ]);
  });

  test(`${path}: an invalid ZIP code shows an error in red, and the region filter is cleared`, async ({ page }) => {
    await answerPrices(page, kind, aReport(rows));
    await page.goto(`${path}?rows=all`);
    const zip = page.getByPlaceholder('Enter your 5-digit ZIP code');
    const invalid = page.getByText('Invalid ZIP code. Please enter a valid 5-digit ZIP code.', { exact: true });
    const zero = page.getByText('ZIP codes starting with 0 are not in this table; pick a region instead');
    for (const [code, startsWithZero] of [
      ['12a45', 0],
      ['-1234', 0],
      ['00501', 1],
      ['09999', 1],
    ] as const) {
      await zip.fill('98101');
      await expect(rowsOf(page)).toHaveCount(1);
      await zip.fill(code);
      await expect(invalid).toBeVisible();
      await expect(invalid).toHaveCSS('color', 'rgb(179, 21, 31)');
      await expect(zero).toHaveCount(startsWithZero);
      await expect(rowsOf(page)).toHaveCount(6);
    }
    await zip.fill('9810');
    await expect(invalid).toHaveCount(0);
    await expect(page.getByText('Enter a ZIP code or choose a region to see its rows alone.')).toBeVisible();
    await zip.fill('');
    await zip.pressSequentially('981014');
    await expect(zip).toHaveValue('98101');
  });

  test(`${path}: the Southwest's ZIP codes show Northwest, with one tap to where USDA lists them`, async ({ page }) => {
    await answerPrices(page, kind, aReport(rows));
    await page.goto(`${path}?rows=all`);
    const zip = page.getByPlaceholder('Enter your 5-digit ZIP code');
    for (const code of ['94103', '89101', '85001', '84101']) {
      await zip.fill(code);
      await expect(page.getByText('Showing results for: Northwest Region')).toBeVisible();
      await expect(page.getByText('USDA lists this state under Southwest')).toBeVisible();
    }
    await page.getByRole('button', { name: 'Show Southwest' }).click();
    await expect(page.getByText('Showing results for: Southwest Region')).toBeVisible();
    await expect(rowsOf(page)).toHaveCount(1);
    await expect(page).toHaveURL(/\?zip=84101&region=Southwest&rows=all$/);
    await page.reload();
    await expect(page.getByText('Showing results for: Southwest Region')).toBeVisible();
  });

  test(`${path}: a sample is always labeled as one, and a dropped connection offers Retry`, async ({ page, expectedConsole }) => {
    expectedConsole.push(/Failed to load resource/);
    await answerPrices(page, kind, aReport(rows, { source: 'sample', stale: true }));
    let asked = 0;
    await page.route(`**/api/weekly-${kind}-report`, (route) => {
      asked += 1;
      return asked === 1 ? route.abort() : route.fallback();
    });
    await page.goto(`${path}?rows=all`);
    const failed = page.getByRole('alert');
    await expect(failed.getByRole('heading', { name: 'Error loading report:' })).toBeVisible();
    expect(asked).toBe(1);
    await failed.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByText('Sample data', { exact: true })).toBeVisible();
    await expect(page.getByText('Live Data')).toHaveCount(0);
    await expect(page.getByText(/Saved copy from/)).toHaveCount(0);
    expect(asked).toBe(2);
  });
}

test('the cuts are under the specified sections with their alternate names', async ({ page }) => {
  await page.goto(`${BEEF}?rows=all`);
  const cut = page.getByLabel('Filter by Beef Cut');
  await expect(cut.locator('optgroup')).toHaveCount(10);
  const sections = await cut.locator('optgroup').evaluateAll((groups) => groups.map((group) => group.getAttribute('label')));
  expect(sections).toEqual([
    'Chuck',
    'Rib',
    'Short Loin',
    'Short Loin / Sirloin',
    'Sirloin',
    'Round',
    'Brisket',
    'Plate',
    'Flank',
    'Shank',
  ]);
  const values = await cut.locator('option').evaluateAll((options) => options.map((option) => option.getAttribute('value')));
  const STATED =
    ',chuck roast,chuck eye,denver,flat iron,shoulder clod,cross rib,chuck short ribs,ribeye,ribeye cap,back ribs,strip,t-bone,porterhouse,tenderloin,top sirloin,coulotte,sirloin tip,tri-tip,top round,bottom round,eye of round,rump roast,brisket flat,brisket point,skirt,hanger,plate short ribs,flank,shank';
  expect(values.join(',')).toBe(STATED);
  for (const [value, label] of [
    ['strip', 'New York Strip'],
    ['tenderloin', 'Filet Mignon'],
    ['coulotte', 'Picanha'],
  ] as const) {
    await expect(cut.locator(`option[value="${value}"]`)).toContainText(label);
  }
});
