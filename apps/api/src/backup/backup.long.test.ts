import { readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { LastBackup } from '../secrets/last-backup.ts';
import { SettingEntity } from '../secrets/setting.entity.ts';
import { withSite } from '../commands/open-site.ts';
import { aSiteWithCommands, type SiteWithCommands } from '../test-support/a-site-with-commands.ts';
import { filesIn } from '../test-support/files-in.ts';
import { FolderPlace, type BackupPlace } from './backup-place.ts';
import { BackupStore } from './backup-store.ts';
import { makeBackup } from './make-backup.ts';

const SECRET = 'a-secret-of-the-owner-with-more-than-32-characters';

let here: SiteWithCommands;
beforeEach(async () => {
  here = await aSiteWithCommands({ OWNER_TOKEN: SECRET, PUBLIC_ORIGIN: 'http://localhost:3000' });
});
afterEach(() => here.remove());

/** Where the backup keeps a picture. */
async function contentOfPicture(id: string): Promise<string> {
  const backup = await new BackupStore(new FolderPlace(here.backups)).newest();
  const hash = backup.pictures[`${id.slice(0, 2)}/${id}.jpg`] ?? '';
  return join(here.backups, 'content', hash.slice(0, 2), hash);
}

test('a second backup stores only what is new, and each can be restored', async () => {
  const first = await here.save(20);
  await here.site('backup', here.backups);
  const before = new Set(await filesIn(here.backups));
  const at = new Date().toISOString();
  const second = await here.save(21);
  const { text } = await here.site('backup', here.backups);
  const added = (await filesIn(here.backups)).filter((path) => !before.has(path));
  // The picture's three files, the database and the list.
  expect([added.length, /(\d+) new files/.exec(text)?.[1]]).toEqual([5, '4']);
  expect((await here.site('backups', here.backups)).text.split('\n')).toHaveLength(2);
  await here.moveToEmptyMachine();
  expect((await here.site('restore', here.backups, '--at', at)).code).toBe(0);
  await here.start();
  expect(await here.listed()).toEqual([first.id]);
  await here.moveToEmptyMachine();
  expect((await here.site('restore', here.backups)).code).toBe(0);
  await here.start();
  expect((await here.listed()).toSorted()).toEqual([first.id, second.id].toSorted());
});

describe('a damaged backup', () => {
  const checked = () => withSite(here.env, ({ database }) => new LastBackup(database.getRepository(SettingEntity)).check());

  test.each([
    [
      'with one wrong bit',
      async (path: string) => {
        const bytes = await readFile(path);
        bytes[100] = (bytes[100] ?? 0) ^ 1;
        await writeFile(path, bytes);
      },
    ],
    ['without one of its files', (path: string) => rm(path)],
    ['with a truncated file', (path: string) => truncate(path, 50)],
  ])('%s is found, noted for the alert, and not restored', async (_name, damage) => {
    const { id } = await here.save(30);
    await here.site('backup', here.backups);
    expect(await here.site('check-backup', here.backups)).toMatchObject({
      code: 0,
      text: expect.stringContaining('can be restored'),
    });
    expect(await checked()).toMatchObject({ problem: null });
    await damage(await contentOfPicture(id));
    const found = `missing or changed files (1), such as ${id.slice(0, 2)}/${id}.jpg`;
    expect(await here.site('check-backup', here.backups)).toMatchObject({ code: 1, text: expect.stringContaining(found) });
    expect(await checked()).toMatchObject({ problem: expect.stringContaining(found) });
    await here.moveToEmptyMachine();
    expect(await here.site('restore', here.backups)).toMatchObject({ code: 1, text: expect.stringContaining(found) });
    expect([existsSync(join(here.env['DATA_DIR'] ?? '', 'site.sqlite')), existsSync(here.env['RELEASES_DIR'] ?? '')]).toEqual([
      false,
      false,
    ]);
  });

  test('whose list was changed is detected', async () => {
    await here.save(31);
    await here.site('backup', here.backups);
    const [list = ''] = await readdir(join(here.backups, 'backups'));
    const path = join(here.backups, 'backups', list);
    await writeFile(path, (await readFile(path, 'utf8')).replace('"submission":1', '"submission":2'));
    expect(await here.site('check-backup', here.backups)).toMatchObject({
      code: 1,
      text: expect.stringContaining(`${list} is damaged`),
    });
    expect((await here.site('backups', here.backups)).text).toContain('is damaged');
  });

  test('that lacks a file is completed by the next backup', async () => {
    const { id } = await here.save(32);
    await here.site('backup', here.backups);
    await rm(await contentOfPicture(id));
    await here.site('backup', here.backups);
    expect((await here.site('check-backup', here.backups)).code).toBe(0);
  });
});

test('a restore overwrites nothing', async () => {
  await here.save(40);
  await here.site('backup', here.backups);
  expect(await here.site('restore', here.backups)).toMatchObject({ code: 1, text: expect.stringContaining('already') });
  expect(await here.listed()).toHaveLength(1);
});

/** A folder in which something happens before a file is written. */
class EventfulPlace implements BackupPlace {
  readonly name = 'a place where things happen';
  private readonly folder: FolderPlace;
  readonly get: BackupPlace['get'];
  readonly list: BackupPlace['list'];
  readonly remove: BackupPlace['remove'];

  constructor(
    folder: string,
    private readonly before: (path: string) => Promise<void> | void,
  ) {
    this.folder = new FolderPlace(folder);
    this.get = (path) => this.folder.get(path);
    this.list = (path) => this.folder.list(path);
    this.remove = (path) => this.folder.remove(path);
  }

  async put(path: string, content: Uint8Array): Promise<void> {
    await this.before(path);
    await this.folder.put(path, content);
  }
}

const backUpTo = (place: BackupPlace) =>
  withSite(here.env, (site) => makeBackup({ ...site, env: here.env }, new BackupStore(place), new Date()));

test('a backup that is interrupted at any file does not count, and the previous one stays', async () => {
  await here.save(50);
  await here.site('backup', here.backups);
  const { text: before } = await here.site('backups', here.backups);
  await here.save(51);
  for (let at = 1; ; at += 1) {
    let left = at;
    const place = new EventfulPlace(here.backups, () => {
      left -= 1;
      if (left === 0) throw new Error('the disk is full');
    });
    const ended = await backUpTo(place).then(
      () => 'made',
      (error: Error) => error.message,
    );
    if (ended === 'made') break;
    expect([at, ended]).toEqual([at, 'the disk is full']);
    expect([at, (await here.site('backups', here.backups)).text]).toEqual([at, before]);
  }
  expect((await here.site('backups', here.backups)).text.split('\n')).toHaveLength(2);
  expect((await here.site('check-backup', here.backups)).code).toBe(0);
});

// The database is the first file, then come three of each picture, one picture after the other, then the releases.
test.each([1, 3, 6, 8])('a picture that is deleted before file %s of a backup is stored stays deleted', async (at) => {
  const [kept, gone] = [await here.save(60), await here.save(61)];
  let stored = 0;
  const place = new EventfulPlace(here.backups, async () => {
    stored += 1;
    if (stored === at) await here.deletePicture(gone.id, gone.deleteToken);
  });
  await backUpTo(place);
  expect(stored).toBeGreaterThan(8);
  expect((await here.site('check-backup', here.backups)).code).toBe(0);
  await here.moveToEmptyMachine();
  expect((await here.site('restore', here.backups)).code).toBe(0);
  await here.start();
  expect([await here.listed(), (await fetch(here.url + gone.imageUrl)).status]).toEqual([[kept.id], 410]);
});

test('a backup counts although older ones cannot be removed, because one that is kept is damaged', async () => {
  await here.site('backup', here.backups);
  const [list = ''] = await readdir(join(here.backups, 'backups'));
  await writeFile(join(here.backups, 'backups', list), '{}');
  const started = Date.now();
  expect(await here.site('backup', here.backups, '--keep', '7d')).toMatchObject({
    code: 1,
    text: expect.stringContaining('the backup was made, but not all older ones could be removed: '),
  });
  const noted = await withSite(here.env, ({ database }) => new LastBackup(database.getRepository(SettingEntity)).madeAt());
  expect(noted?.getTime()).toBeGreaterThanOrEqual(started);
  expect((await here.site('check-backup', here.backups)).code).toBe(0);
});

test('only one backup of a site is made at a time', async () => {
  let second = '';
  const place = new EventfulPlace(here.backups, async () => {
    if (second === '') second = (await here.site('backup', here.backups)).text;
  });
  await backUpTo(place);
  expect(second).toContain('another backup of this site is being made');
  expect((await here.site('backup', here.backups)).code).toBe(0);
});
