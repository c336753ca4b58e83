import { FolderPlace } from '../src/backup/backup-place.ts';
import { BackupStore } from '../src/backup/backup-store.ts';
import { aSiteWithCommands } from '../src/test-support/a-site-with-commands.ts';

test('check-backup compares the objects with the registry of a site that has its releases in the database', async () => {
  const here = await aSiteWithCommands();
  expect((await here.site('move-releases')).code).toBe(0);
  here.set({ RELEASE_STORE: 'database' });
  await here.site('backup', here.backups);
  expect((await here.site('check-backup', here.backups)).code).toBe(0);
  const store = new BackupStore(new FolderPlace(here.backups));
  const made = await store.newest();
  expect(Object.keys(made.releases)).toEqual([expect.stringMatching(/^shell\//)]);
  await store.put({ ...made, releases: {}, madeAt: new Date(Date.parse(made.madeAt) + 1_000).toISOString() });
  expect(await here.site('check-backup', here.backups)).toMatchObject({
    code: 1,
    text: expect.stringMatching(/lacks shell\/\S+, which its registry names/),
  });
  await here.remove();
});
