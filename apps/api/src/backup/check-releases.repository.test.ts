import type { Registry } from '@site/contracts';
import { aBackupFolder, type BackupFolder } from '../test-support/a-backup-folder.ts';
import { aDatabase } from '../test-support/a-database.ts';
import { ReleaseChangeEntity } from '../releases/release-change.entity.ts';
import type { Backup } from './backup-store.ts';
import { checkBackup } from './check-backup.ts';
import { copyDatabase } from './database-copy.ts';

const [LIVE, BEFORE, DAMAGED] = ['1.0.0-00000000000a', '1.0.0-00000000000b', '1.0.0-00000000000c'];
const MADE_AT = new Date('2026-11-24T02:00:00.000Z');

let backups: BackupFolder;
let site: Awaited<ReturnType<typeof aDatabase>>;
beforeEach(async () => {
  [backups, site] = [await aBackupFolder(), await aDatabase()];
});
afterEach(async () => {
  await site.remove();
  await backups.remove();
});

function aRegistry(serial: number, stable: string, previous: string | null) {
  const pointer = (release: string) => ({ release, manifestIntegrity: 'sha384-none' });
  const eggs = { kind: 'shell' as const, stable: pointer(stable), previous: previous === null ? null : pointer(previous) };
  const registry: Registry = {
    schema: 1,
    serial,
    issuedAt: MADE_AT.toISOString(),
    apps: { eggs: { ...eggs, contract: null, killed: [], canary: null } },
  };
  return { path: `registry/${serial}.json`, text: JSON.stringify({ registry: JSON.stringify(registry), signature: 'none' }) };
}

/** A backup of a site with `RELEASE_STORE=database` and these objects in its bucket, by key. */
async function aBackup(objects: Readonly<Record<string, string>>): Promise<Backup> {
  const releases: Record<string, string> = {};
  for (const [key, content] of Object.entries(objects)) releases[key] = await backups.putContent(content, MADE_AT);
  const { content, rows } = await copyDatabase(site.database);
  const database = await backups.putContent(content, MADE_AT);
  const empty = { takenBack: [], pictures: {}, settings: {}, secrets: [] };
  return { ...empty, schema: 1, madeAt: MADE_AT.toISOString(), database, rows, releases };
}

async function change(revision: number, paths: readonly Pick<ReleaseChangeEntity, 'path' | 'text'>[]): Promise<void> {
  const rows = paths.map((row) => ({ revision: String(revision), ...row }));
  await site.database.getRepository(ReleaseChangeEntity).insert(rows);
}

async function stored(release: string, content: string) {
  const sha256 = await backups.putContent(content, MADE_AT);
  return { path: `r/eggs/${release}`, text: JSON.stringify({ key: `eggs/${release}-object`, sha256, manifest: 'sha384-none' }) };
}

describe('a registry in the database', () => {
  beforeEach(async () => {
    await change(9, [await stored(BEFORE, 'before'), aRegistry(1, BEFORE, DAMAGED)]);
    await change(10, [await stored(LIVE, 'live'), aRegistry(2, LIVE, BEFORE)]);
  });

  test('agrees with the objects in the backup', async () => {
    const objects = { [`eggs/${LIVE}-object`]: 'live', [`eggs/${BEFORE}-object`]: 'before' };
    await expect(checkBackup(backups.store, await aBackup(objects))).resolves.toBeUndefined();
  });

  test.each([
    ['lacks eggs/1.0.0-00000000000a-object, which its registry names', { [`eggs/${BEFORE}-object`]: 'before' }],
    ['lacks eggs/1.0.0-00000000000b-object, which its registry names', { [`eggs/${LIVE}-object`]: 'live' }],
    [
      'has a different release under eggs/1.0.0-00000000000a-object than its registry names',
      { [`eggs/${LIVE}-object`]: 'damaged', [`eggs/${BEFORE}-object`]: 'before' },
    ],
  ])('finds out that the backup %s', async (problem, objects) => {
    await expect(checkBackup(backups.store, await aBackup(objects))).rejects.toThrow(problem);
  });

  test('finds out that a live release is in no row, but not a previous one, which the site lacks too', async () => {
    await change(11, [{ path: `r/eggs/${BEFORE}`, text: null }]);
    const objects = { [`eggs/${LIVE}-object`]: 'live' };
    await expect(checkBackup(backups.store, await aBackup(objects))).resolves.toBeUndefined();
    await change(12, [{ path: `r/eggs/${LIVE}`, text: null }]);
    await expect(checkBackup(backups.store, await aBackup(objects))).rejects.toThrow(`lacks r/eggs/${LIVE}`);
  });
});
