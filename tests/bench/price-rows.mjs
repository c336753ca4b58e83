// Stored weeks of prices, as USDA's beef report would have filled them: more items than the sample has.
import { migrateDatabase, openDatabase, sqliteOptions } from '../../apps/api/dist/database/open-database.js';

const REGIONS = ['NATIONAL', 'Northeast', 'Southeast', 'Midwest', 'Southcentral', 'Southwest', 'Northwest', 'Alaska', 'Hawaii'];
const DAY_MS = 86_400_000;
/** A Monday. */
const LAST_WEEK = '2026-11-16';

const ROWS = `
  INSERT INTO price_snapshot (source, week, region, item, commodity, section, type, condition, package_size, environment,
    quality_grade, price_unit, price_avg, price_min, price_max, store_count)
  WITH RECURSIVE
    counted(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM counted WHERE n + 1 < ?1),
    weeks(w) AS (SELECT 0 UNION ALL SELECT w + 1 FROM weeks WHERE w + 1 < ?2)
  SELECT 'live', date(?3, printf('-%d days', 7 * w)), ?4,
    printf('beef|steaks|cut number %d, boneless|fresh||conventional||per lb', n), 'beef', 'Steaks',
    printf('Cut Number %d, Boneless', n), 'Fresh', NULL, 'Conventional', NULL, 'Per lb',
    ROUND(3 + (37 * n + 11 * w) % 900 / 100.0, 2), ROUND(2 + (37 * n + 11 * w) % 900 / 100.0, 2), ROUND(5 + (37 * n + 11 * w) % 900 / 100.0, 2),
    100 + 13 * n * w % 5000
  FROM counted, weeks`;

export const dayBefore = (days) => new Date(Date.parse(LAST_WEEK) - days * DAY_MS).toISOString().slice(0, 10);

/** Creates a data folder with this many items in each week of each region. */
export async function makePrices(dataDir, items, weeks) {
  await migrateDatabase(sqliteOptions(dataDir));
  const database = await openDatabase(sqliteOptions(dataDir));
  for (const region of REGIONS) await database.query(ROWS, [items, weeks, LAST_WEEK, region]);
  await database.destroy();
}

/** Acts like another process that has stored weeks and their series: invalidates what a running server has cached of them. */
export async function openRevision(dataDir) {
  const database = await openDatabase(sqliteOptions(dataDir));
  let revision = 0;
  return {
    renew: () => {
      revision += 1;
      return database.query(
        `INSERT INTO setting (name, value) VALUES ('revision of the live prices', ?1), ('revision of the live series', ?1)
         ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
        [`bench ${revision}`],
      );
    },
    close: () => database.destroy(),
  };
}
