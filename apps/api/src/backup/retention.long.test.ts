import { createRandom } from '@site/sim';
import { aBackupFolder, type BackupFolder } from '../test-support/a-backup-folder.ts';
import { contentOf } from './backup-store.ts';
import { forgetOld } from './retention.ts';

const DAY_MS = 86_400_000;

describe('forgetting', () => {
  let backups: BackupFolder;
  beforeEach(async () => {
    backups = await aBackupFolder();
  });
  afterEach(() => backups.remove());

  test('removes what no backup needs, and nothing that one needs, in 60 days of changes', async () => {
    const random = createRandom(1);
    let pictures = ['0'];
    const start = Date.parse('2026-01-01T03:00:00.000Z');
    for (let day = 0; day < 60; day += 1) {
      pictures = [...pictures.filter(() => random() < 0.9), `${day} a`, `${day} b`];
      const now = new Date(start + day * DAY_MS);
      await backups.put(now, pictures);
      await forgetOld(backups.store, { days: 3, weeks: 2, months: 2 }, new Date(now.getTime() + 2 * 3_600_000));
      const paths = await backups.store.paths();
      const needed = new Set<string>();
      for (const path of paths) {
        for (const hash of contentOf(await backups.store.read(path))) {
          needed.add(hash);
          expect(await backups.store.getContent(hash)).not.toBeNull();
        }
      }
      expect((await backups.store.content()).size).toBe(needed.size);
      expect(paths.length).toBeLessThanOrEqual(7);
    }
  });
});
