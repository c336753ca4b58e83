import { MIGRATIONS } from '../database/migrations.ts';

/**
 * What the server of each release writes, as plain SQL: its code is gone, but its rows, and servers still running during an upgrade, are
 * not. A release is named by its last migration. A new table or column comes with an entry here; an older entry for the same table
 * then gets an `until`.
 */
export interface TableOfReleases {
  readonly table: string;
  /** The final migrations of the first and the last release that had this table. */
  readonly from: string;
  readonly until?: string;
  /** Statements on one row, made unique by a number. They may be repeated. */
  readonly write: (n: number) => readonly string[];
}

const AT = "'2026-09-18T15:00:00.000Z'";

const TABLES: readonly TableOfReleases[] = [
  {
    table: 'report_copy',
    from: 'CreateReportCopy1793000000000',
    until: 'CreateReportCopy1793000000000',
    write: (n) => [
      `INSERT INTO report_copy (slug, source, fetched_at, payload) VALUES (${n}, 'live', ${AT}, '{}')
       ON CONFLICT (slug) DO UPDATE SET payload = excluded.payload`,
    ],
  },
  {
    table: 'upstream_copy',
    from: 'CreatePriceMemory1793100000000',
    write: (n) => [
      `INSERT INTO upstream_copy (name, source, fetched_at, payload) VALUES ('report ${n}', 'live', ${AT}, '{}')
       ON CONFLICT (name) DO UPDATE SET payload = excluded.payload`,
    ],
  },
  {
    table: 'price_snapshot',
    from: 'CreatePriceMemory1793100000000',
    write: (n) => [
      `INSERT INTO price_snapshot (source, week, region, item, commodity, section, type, condition, package_size, environment, quality_grade,
         price_unit, price_avg, price_min, price_max, store_count)
       VALUES ('live', '2026-09-14', 'NATIONAL', 'item ${n}', 'egg', NULL, 'Large White', NULL, 'dozen', NULL, NULL, 'per dozen', 1.42, 0.99,
         NULL, 1800)
       ON CONFLICT (source, week, region, item) DO UPDATE SET price_avg = excluded.price_avg`,
    ],
  },
  {
    table: 'lease',
    from: 'CreatePriceMemory1793100000000',
    write: (n) => [
      `INSERT INTO lease (name, holder, expires_at) VALUES ('work ${n}', 'a process', 1793000000000)
       ON CONFLICT (name) DO UPDATE SET holder = excluded.holder WHERE lease.expires_at <= 1793000000001`,
    ],
  },
  {
    table: 'setting',
    from: 'CreateDraftGate1793200000000',
    write: (n) => [
      `INSERT INTO setting (name, value) VALUES ('setting ${n}', 'value') ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
    ],
  },
  {
    table: 'rate_hit',
    from: 'CreateDraftGate1793200000000',
    write: (n) => [
      `DELETE FROM rate_hit WHERE id = 'hit ${n}'`,
      `INSERT INTO rate_hit (id, bucket, client, at) VALUES ('hit ${n}', 'upload', 'anna', 1793000000000)`,
    ],
  },
  {
    table: 'draft_session',
    from: 'CreateDraftGate1793200000000',
    write: (n) => [
      `DELETE FROM draft_session WHERE token_hash = 'hash ${n}'`,
      `INSERT INTO draft_session (token_hash, expires_at) VALUES ('hash ${n}', 1793000000000)`,
    ],
  },
  {
    table: 'submission',
    from: 'CreateGallery1793300000000',
    write: (n) => [
      `INSERT INTO submission (id, status, is_reviewed, exhibit, flower_count, width, height, bytes, image_hash, content_hash, difference_hash,
         idempotency_key, visitor, created_at)
       VALUES ('id ${n}', 'listed', FALSE, 'collage', 20, 1000, 800, 250000, 'image', 'content', '0123456789abcdef', 'key ${n}', 'anna', ${AT})
       ON CONFLICT (id) DO NOTHING`,
      `UPDATE submission SET status = 'hidden' WHERE id = 'id ${n}' AND status IN ('listed')`,
    ],
  },
  {
    table: 'picture_report',
    from: 'CreateGallery1793300000000',
    write: (n) => [
      `INSERT INTO picture_report (submission_id, visitor, reason, created_at) VALUES ('id ${n}', 'berta', 'a reason', ${AT})
       ON CONFLICT (submission_id, visitor) DO UPDATE SET reason = excluded.reason`,
    ],
  },
  {
    table: 'banned_picture',
    from: 'CreateGallery1793300000000',
    write: (n) => [
      `INSERT INTO banned_picture (difference_hash, created_at) VALUES ('hash ${n}', ${AT}) ON CONFLICT (difference_hash) DO NOTHING`,
    ],
  },
  {
    table: 'view_count',
    from: 'CreateTelemetry1793400000000',
    write: (n) => [
      `INSERT INTO view_count (hour, app, release, trial, path, outcome, load_class, views, message)
       VALUES (1793000000000, 'eggs', '1.0.0-${n}', 0, '/', 'shown', 9, 1, NULL)
       ON CONFLICT (hour, app, release, trial, path, outcome, load_class) DO UPDATE SET message = excluded.message`,
    ],
  },
  {
    table: 'withdrawal',
    from: 'CreateTelemetry1793400000000',
    write: (n) => [
      `INSERT INTO withdrawal (app, trial, release, reason, at) VALUES ('eggs', ${n}, '1.0.0', '3 of 3', ${AT})
       ON CONFLICT (app, trial, release) DO NOTHING`,
    ],
  },
  {
    table: 'price_series',
    from: 'CreatePriceSeries1793600000000',
    write: (n) => [
      `INSERT INTO price_series (source, commodity, region, year, item, type, json, csv)
       VALUES ('live', 'egg', 'NATIONAL', '2026', 'item ${n}', 'Large White', '{}', 'a,b')
       ON CONFLICT (source, commodity, region, year, item) DO UPDATE SET json = excluded.json`,
    ],
  },
  {
    table: 'job',
    from: 'CreateJob1793700000000',
    write: (n) => [
      `INSERT INTO job (name, kind, payload, state, attempts, run_at) VALUES ('job ${n}', 'work', '', 'waiting', 0, 1793000000000)
       ON CONFLICT (name) DO UPDATE SET payload = excluded.payload`,
    ],
  },
  {
    table: 'daily_entry',
    from: 'CreateDailyEntry1794300000000',
    write: (n) => [
      `INSERT INTO daily_entry (id, day, initials, score, shots, run, run_hash, created_at)
       VALUES ('id ${n}', '2026-11-22', 'ABC', 20, 90, 'AbC', ${n}, 1795300000000) ON CONFLICT (day, run_hash) DO NOTHING`,
    ],
  },
  {
    table: 'alert',
    from: 'CreateAlert1794400000000',
    write: (n) => [
      `INSERT INTO alert (kind, subject, what, raised_at, cleared_at, told_at, is_told, times)
       VALUES ('disk-filling', 'subject ${n}', '81 % of it is used', 1795300000000, NULL, 1795300000000, TRUE, 1)
       ON CONFLICT (kind, subject) DO NOTHING`,
    ],
  },
  {
    table: 'release_change',
    from: 'CreateReleaseChange1794500000000',
    write: (n) => [
      `INSERT INTO release_change (revision, path, text) VALUES (${n}, 'registry/${n}.json', '{}') ON CONFLICT (revision, path) DO NOTHING`,
    ],
  },
  {
    table: 'vital_count',
    from: 'CreateVitalCount1794600000000',
    write: (n) => [
      `INSERT INTO vital_count (hour, app, release, trial, path, device, vital, value_class, views)
       VALUES (1793000000000, 'eggs', '1.0.0-${n}', 0, '/', 'phone', 'lcp', 40, 1)
       ON CONFLICT (hour, app, release, trial, path, device, vital, value_class) DO UPDATE SET views = vital_count.views + excluded.views`,
    ],
  },
  {
    table: 'start_count',
    from: 'CreateStartCount1794900000000',
    write: (n) => [
      `INSERT INTO start_count (hour, release, trial, documents, starts) VALUES (1793000000000, '1.0.0-${n}', 3, 1, 1)
       ON CONFLICT (hour, release, trial) DO UPDATE SET starts = start_count.starts + excluded.starts`,
    ],
  },
  {
    table: 'moderation',
    from: 'CreateModeration1795000000000',
    write: (n) => [
      `DELETE FROM moderation WHERE batch = 'batch ${n}'`,
      `INSERT INTO moderation (batch, created_at, by, decision, submission_id, status_before, reviewed_before, banned_hash, undone_at)
       SELECT 'batch ${n}', '2026-11-24T12:00:00.000Z', 'session', 'hide', '${n}', 'listed', FALSE, NULL, NULL
       WHERE NOT EXISTS (SELECT 1 FROM moderation WHERE batch = 'batch ${n}')`,
    ],
  },
  {
    table: 'error_group',
    from: 'CreateErrorGroup1795100000000',
    write: (n) => [
      `INSERT INTO error_group (id, app, name, message, place, frames, first_seen, last_seen)
       VALUES ('id ${n}', 'eggs', 'TypeError', 'no price', 'src/eggs.page.tsx:12', '[]', 1795300000000, 1795300000000)
       ON CONFLICT (id) DO UPDATE SET message = excluded.message, frames = excluded.frames, last_seen = excluded.last_seen`,
    ],
  },
  {
    table: 'error_count',
    from: 'CreateErrorGroup1795100000000',
    write: (n) => [
      `INSERT INTO error_count (day, group_id, release, browser, errors) VALUES (20780, 'id ${n}', '1.0.0-${n}', 'Safari', 1)
       ON CONFLICT (day, group_id, release, browser) DO UPDATE SET errors = error_count.errors + excluded.errors`,
    ],
  },
  {
    table: 'browser_report_count',
    from: 'CreateBrowserReportCount1795050000000',
    write: (n) => [
      `INSERT INTO browser_report_count (day, kind, app, release, path, what, browser, reports)
       VALUES (20781, 'csp', 'eggs', '1.0.0-${n}', '/', 'img-src: https://other.example', 'Chromium', 1)
       ON CONFLICT (day, kind, app, release, path, what, browser) DO UPDATE SET reports = browser_report_count.reports + excluded.reports`,
    ],
  },
];

/** The migrations, oldest first. */
export const NAMES = MIGRATIONS.map(({ name }) => name);
export const placeOf = (name: string): number => NAMES.indexOf(name);

/** Tables that the release with this many migrations uses. */
export const tablesOf = (release: number): readonly TableOfReleases[] =>
  TABLES.filter(({ from, until = NAMES.at(-1) ?? '' }) => placeOf(from) < release && release <= placeOf(until) + 1);
