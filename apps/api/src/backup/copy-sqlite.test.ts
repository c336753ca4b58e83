import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { migrateDatabase, openDatabase, sqliteOptions } from '../database/open-database.ts';
import type { SiteDatabase } from '../database/site-database.ts';
import { BannedPictureEntity } from '../gallery/banned-picture.entity.ts';
import { aFolder } from '../test-support/a-config.ts';
import { UpstreamCopyEntity } from '../usda/upstream-copy.entity.ts';
import { copySqlite } from './copy-sqlite.ts';

const REPORT_BYTES = 3_000_000;
const AT = '2026-09-18T15:00:00.000Z';

let folder: Awaited<ReturnType<typeof aFolder>>;
let site: SiteDatabase;
beforeEach(async () => {
  folder = await aFolder();
  const options = sqliteOptions(join(folder.path, 'site'));
  await migrateDatabase(options);
  site = await openDatabase(options);
});
afterEach(async () => {
  await site.destroy();
  await folder.remove();
});

async function aCopy() {
  const options = sqliteOptions(folder.path);
  await copySqlite(String(site.options.database), options.database);
  return options;
}

test('an opened report is never written into the copy, not even to be deleted from it again', async () => {
  const copies = site.getRepository(UpstreamCopyEntity);
  const report = { source: 'live', fetchedAt: AT } as const;
  await copies.insert({ ...report, name: 'open report 1 1280 ', payload: 'x'.repeat(REPORT_BYTES) });
  await copies.insert({ ...report, name: 'report list', payload: '[]' });
  const options = await aCopy();
  expect((await stat(options.database)).size).toBeLessThan(REPORT_BYTES);
  const copy = await openDatabase(options);
  expect((await copy.getRepository(UpstreamCopyEntity).find()).map(({ name }) => name)).toEqual(['report list']);
  await copy.destroy();
});

test('the copy has the tables, indices, migrations and numbering of the site', async () => {
  await site.query("UPDATE sqlite_sequence SET seq = 1234 WHERE name = 'migrations'");
  // Of a later release, which this one can work with.
  await site.query('CREATE TABLE later (id integer PRIMARY KEY)');
  await site.query('INSERT INTO later VALUES (7)');
  const copy = await openDatabase(await aCopy());
  const schema = 'SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name';
  for (const query of [schema, 'SELECT * FROM migrations', 'SELECT * FROM sqlite_sequence ORDER BY name', 'SELECT * FROM later'])
    expect([query, await copy.query(query)]).toEqual([query, await site.query(query)]);
  await copy.destroy();
});

test('the site can be written while it is copied, and the copy is of one point in time', async () => {
  const bans = site.getRepository(BannedPictureEntity);
  const copying = aCopy().then(openDatabase);
  const ended = copying.then(() => null);
  let written = 0;
  // Both rows or neither.
  const write = () => bans.insert(['a', 'b'].map((name) => ({ differenceHash: `${name}${written}`, createdAt: AT })));
  while ((await Promise.race([ended, write()])) !== null) written += 1;
  expect(written).toBeGreaterThan(0);
  const copy = await copying;
  expect((await copy.getRepository(BannedPictureEntity).count()) % 2).toBe(0);
  await copy.destroy();
});
