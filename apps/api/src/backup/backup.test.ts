import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { aPicture, dataUrl, upload } from '../test-support/a-picture.ts';
import { aSiteWithCommands, type SiteWithCommands } from '../test-support/a-site-with-commands.ts';
import { filesIn } from '../test-support/files-in.ts';
import { FolderPlace } from './backup-place.ts';
import { LastBackup } from '../secrets/last-backup.ts';
import { SettingEntity } from '../secrets/setting.entity.ts';
import { UpstreamCopyEntity } from '../usda/upstream-copy.entity.ts';
import { withSite } from '../commands/open-site.ts';
import { BackupStore, hashOf } from './backup-store.ts';

const SECRET = 'a-secret-of-the-owner-with-more-than-32-characters';

let here: SiteWithCommands;
beforeEach(async () => {
  here = await aSiteWithCommands({ OWNER_TOKEN: SECRET, PUBLIC_ORIGIN: 'http://localhost:3000' });
});
afterEach(() => here.remove());

test('a site that has lost its machine is restored with its releases, and every picture acknowledged before the backup', async () => {
  const before = [await here.save(10), await here.save(11), await here.save(12)];
  const [made] = await Promise.all([here.site('backup', here.backups), here.save(13), here.save(14)]);
  expect(made).toMatchObject({ code: 0, text: expect.stringMatching(/the database, \d+ picture files, \d+ release files?;/) });
  await here.moveToEmptyMachine();
  expect(await here.site('restore', here.backups)).toMatchObject({ code: 0, text: expect.stringContaining('OWNER_TOKEN') });
  await here.start();
  const ids = await here.listed();
  for (const { id, imageUrl, deleteToken } of before) {
    expect(ids).toContain(id);
    expect((await fetch(here.url + imageUrl)).status).toBe(200);
    expect((await here.deletePicture(id, deleteToken)).status).toBe(204);
  }
  // Pages come from the restored releases.
  expect(await (await fetch(`${here.url}/`)).text()).toContain('<h1>/</h1>');
});

test('no file of a backup contains the secrets that are set; the backup contains the effective settings', async () => {
  await here.site('backup', here.backups);
  for (const path of await filesIn(here.backups)) {
    const content = await readFile(path);
    const text = (content[0] === 0x1f && content[1] === 0x8b ? gunzipSync(content) : content).toString('latin1');
    expect([path, text.includes(SECRET), text.includes(here.env['RELEASE_SIGNING_KEY'] ?? '')]).toEqual([path, false, false]);
  }
  const backup = await new BackupStore(new FolderPlace(here.backups)).newest();
  expect(backup.settings).toMatchObject({ PUBLIC_ORIGIN: 'http://localhost:3000', GALLERY_UPLOADS_PER_MINUTE: '100' });
  expect(backup.secrets).toEqual(expect.arrayContaining(['OWNER_TOKEN', 'RELEASE_SIGNING_KEY']));
});

test.each(['../escaped', '/../escaped', 'r/../../escaped', 'r/eggs/..\\..\\escaped', '.ssh/authorized_keys'])(
  'a list that names %s as a file of the releases is refused: a restore writes only into the release store',
  async (path) => {
    await here.site('backup', here.backups);
    const store = new BackupStore(new FolderPlace(here.backups));
    const [before = ''] = await store.paths();
    const made = await store.read(before);
    const content = Buffer.from('ssh-ed25519 AAAA somebody');
    await store.putContent(hashOf(content), content);
    const forged = { ...made, madeAt: new Date(Date.parse(made.madeAt) + 1_000).toISOString() };
    await store.put({ ...forged, releases: { ...made.releases, [path]: hashOf(content) } });
    await here.moveToEmptyMachine();
    expect(await here.site('restore', here.backups)).toMatchObject({
      code: 1,
      text: expect.stringContaining(`was not made by this site: it lists ${JSON.stringify(path)}`),
    });
    const releases = here.env['RELEASES_DIR'] ?? '';
    for (const target of [releases, join(releases, '../escaped')]) expect([target, existsSync(target)]).toEqual([target, false]);
    expect((await here.site('restore', here.backups, '--at', made.madeAt)).code).toBe(0);
  },
);

test('check-backup reports that the database of a backup cannot be unpacked', async () => {
  await here.site('backup', here.backups);
  const store = new BackupStore(new FolderPlace(here.backups));
  const made = await store.newest();
  const content = Buffer.from('not compressed');
  await store.putContent(hashOf(content), content);
  await store.put({ ...made, madeAt: new Date(Date.parse(made.madeAt) + 1_000).toISOString(), database: hashOf(content) });
  expect(await here.site('check-backup', here.backups)).toMatchObject({
    code: 1,
    text: expect.stringContaining('the database of the backup cannot be unpacked (incorrect header check)'),
  });
});

test('arguments that site backup does not know are rejected', async () => {
  for (const args of [[], ['--keep', '7d'], ['backups', '--keep'], ['backups', '--at', 'now'], ['backups', '--keep', '7y']]) {
    expect([args, (await here.site('backup', ...args)).code]).not.toEqual([args, 0]);
    expect(existsSync('backups')).toBe(false);
  }
});

test('backups and restore report that a place has no backup', async () => {
  expect((await here.site('backups', here.backups)).text).toContain('there is no backup in');
  expect(await here.site('restore', here.backups)).toMatchObject({
    code: 1,
    text: expect.stringContaining('there is no backup in'),
  });
});

test('a restore that honors the deletions in the data it replaces omits pictures deleted or banned since', async () => {
  const [kept, deleted, banned] = [await here.save(70), await here.save(71), await here.save(72)];
  await here.site('backup', here.backups);
  await here.deletePicture(deleted.id, deleted.deleteToken);
  await here.site('gallery', 'ban', banned.id);
  const { DATABASE_URL: url, DATA_DIR: folder = '' } = here.env;
  await here.moveToEmptyMachine();
  const restore = (suffix: string) => {
    if (url === undefined) return here.site('restore', here.backups, '--deletions-from', folder + suffix);
    here.set({ OLD_DATABASE_URL: url + suffix });
    return here.site('restore', here.backups);
  };
  expect((await restore('-none')).code).toBe(1);
  expect(existsSync(here.env['DATA_DIR'] ?? '')).toBe(false);
  expect((await restore('')).code).toBe(0);
  await here.start();
  expect(await here.listed()).toEqual([kept.id]);
  expect((await fetch(here.url + deleted.imageUrl)).status).toBe(410);
  const again = { body: { imageData: dataUrl(await aPicture(72)), flowerCount: 2 } };
  expect((await upload(here.url, again)).status).toBe(422);
});

test('a restore takes the address of the old database, which may contain a password, from OLD_DATABASE_URL alone', async () => {
  await here.site('backup', here.backups);
  await here.moveToEmptyMachine();
  // Nothing listens on port 1.
  const url = 'postgres://site:a-password@127.0.0.1:1/old';
  const refused = await here.site('restore', here.backups, '--deletions-from', url);
  expect(refused).toMatchObject({ code: 2, text: expect.stringContaining('into OLD_DATABASE_URL') });
  here.set({ OLD_DATABASE_URL: url });
  const unreachable = await here.site('restore', here.backups);
  expect(unreachable).toMatchObject({ code: 1, text: expect.stringContaining('127.0.0.1:1/old') });
  const both = await here.site('restore', here.backups, '--deletions-from', here.folder);
  expect(both).toMatchObject({ code: 2, text: expect.stringContaining('not both') });
  here.set({ OLD_DATABASE_URL: here.folder });
  expect((await here.site('restore', here.backups)).code).toBe(2);
  for (const { text } of [refused, unreachable, both]) expect(text).not.toContain('a-password');
  expect(existsSync(here.env['DATA_DIR'] ?? '')).toBe(false);
});

test('a restore that was interrupted between two files of a release can be repeated', async () => {
  await here.site('backup', here.backups);
  const store = new BackupStore(new FolderPlace(here.backups));
  const { releases } = await store.newest();
  await here.moveToEmptyMachine();
  const [path = '', hash = ''] = Object.entries(releases).find(([name]) => name.startsWith('r/shell/')) ?? [];
  await new FolderPlace(here.env['RELEASES_DIR'] ?? '').put(path, (await store.getContent(hash))!);
  const again = await here.site('restore', here.backups);
  expect([again.code, again.text.includes('left unchanged')]).toEqual([0, false]);
  await here.start();
  expect(await (await fetch(`${here.url}/`)).text()).toContain('<h1>/</h1>');
});

test('check-backup finds out that a release is missing which the registry names; a check of an older backup does not end the alert', async () => {
  await here.site('backup', here.backups);
  const store = new BackupStore(new FolderPlace(here.backups));
  const made = await store.newest();
  const releases = Object.fromEntries(Object.entries(made.releases).filter(([path]) => !path.startsWith('r/shell/')));
  await store.put({ ...made, releases, madeAt: new Date(Date.parse(made.madeAt) + 1_000).toISOString() });
  expect(await here.site('check-backup', here.backups)).toMatchObject({
    code: 1,
    text: expect.stringMatching(/lacks r\/shell\/\S+\/release\.json, which its registry names/),
  });
  expect((await here.site('check-backup', here.backups, '--at', made.madeAt)).code).toBe(0);
  const noted = await withSite(here.env, ({ database }) => new LastBackup(database.getRepository(SettingEntity)).check());
  expect(noted?.problem).toContain('which its registry names');
});

test('a backup omits the reports that visitors have opened, which may take up gigabytes and are requested again', async () => {
  const names = await withSite(here.env, async ({ database }) => {
    const copies = database.getRepository(UpstreamCopyEntity);
    const copy = { source: 'sample', fetchedAt: '2026-09-18T15:00:00.000Z' } as const;
    await copies.save({ ...copy, name: 'open report 1 1280 ', payload: 'x'.repeat(1_000_000) });
    await copies.save({ ...copy, name: 'report list', payload: '[]' });
    return (await copies.find()).map(({ name }) => name);
  });
  await here.site('backup', here.backups);
  const { rows } = await new BackupStore(new FolderPlace(here.backups)).newest();
  expect(rows['upstream_copy']).toBe(names.filter((name) => !name.startsWith('open report')).length);
  expect((await here.site('check-backup', here.backups)).code).toBe(0);
});

// A restore to PostgreSQL leaves nothing in the data folder.
(process.env['TEST_POSTGRES'] === undefined ? describe : describe.skip)('on SQLite', () => {
  test('the remains of a restore that was killed do no harm, and a restore leaves none, even if it fails', async () => {
    const dataFolder = (): string => here.env['DATA_DIR'] ?? '';
    const { id } = await here.save(80);
    await here.site('backup', here.backups);
    const store = new BackupStore(new FolderPlace(here.backups));
    const made = await store.newest();
    await here.save(81);
    // The log of another database: SQLite would apply it to the copy with that name.
    const log = await readFile(join(dataFolder(), 'site.sqlite-wal'));
    await here.moveToEmptyMachine();
    await mkdir(dataFolder(), { recursive: true });
    await writeFile(join(dataFolder(), 'site.sqlite-wal'), log);
    expect(await here.site('restore', here.backups)).toMatchObject({
      code: 1,
      text: expect.stringContaining('already contains'),
    });
    await mkdir(join(dataFolder(), 'restoring'));
    await rename(join(dataFolder(), 'site.sqlite-wal'), join(dataFolder(), 'restoring/site.sqlite-wal'));
    expect(await here.site('restore', here.backups)).toMatchObject({ code: 0 });
    expect(existsSync(join(dataFolder(), 'restoring'))).toBe(false);
    await here.start();
    expect(await here.listed()).toEqual([id]);

    const madeAt = new Date(Date.parse(made.madeAt) + 1_000).toISOString();
    await store.put({ ...made, madeAt, rows: { ...made.rows, submission: 9 } });
    await here.moveToEmptyMachine();
    expect(await here.site('restore', here.backups)).toMatchObject({
      code: 1,
      text: expect.stringContaining('lists 9 rows of submission'),
    });
    expect(existsSync(join(dataFolder(), 'restoring'))).toBe(false);
  });
});
