import { mkdtemp, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRandom } from '@site/sim';
import { FolderPlace } from './backup-place.ts';
import { BackupStore, contentOf, hashOf, type Backup } from './backup-store.ts';
import { forgetOld } from './retention.ts';

const DAY_MS = 86_400_000;

describe('forgetting', () => {
  let folder: string;
  let store: BackupStore;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'site-backups-'));
    store = new BackupStore(new FolderPlace(folder));
  });
  afterEach(() => rm(folder, { recursive: true }));

  /** A backup of these contents, made at a given time. */
  async function put(madeAt: Date, contents: readonly string[]): Promise<Backup> {
    const pictures: Record<string, string> = {};
    for (const content of contents) {
      const hash = hashOf(Buffer.from(content));
      await store.putContent(hash, Buffer.from(content));
      await utimes(join(folder, 'content', hash.slice(0, 2), hash), madeAt, madeAt);
      pictures[content] = hash;
    }
    const empty = { takenBack: [], rows: {}, releases: {}, settings: {}, secrets: [] };
    const backup: Backup = {
      ...empty,
      schema: 1,
      madeAt: madeAt.toISOString(),
      database: Object.values(pictures)[0] ?? '',
      pictures,
    };
    await store.put(backup);
    return backup;
  }

  test('removes what no backup needs, and nothing that one needs, in 60 days of changes', async () => {
    const random = createRandom(1);
    let pictures = ['0'];
    const start = Date.parse('2026-01-01T03:00:00.000Z');
    for (let day = 0; day < 60; day += 1) {
      pictures = [...pictures.filter(() => random() < 0.9), `${day} a`, `${day} b`];
      const now = new Date(start + day * DAY_MS);
      await put(now, pictures);
      await forgetOld(store, { days: 3, weeks: 2, months: 2 }, new Date(now.getTime() + 2 * 3_600_000));
      const paths = await store.paths();
      const needed = new Set<string>();
      for (const path of paths) {
        for (const hash of contentOf(await store.read(path))) {
          needed.add(hash);
          expect(await store.getContent(hash)).not.toBeNull();
        }
      }
      expect((await store.content()).size).toBe(needed.size);
      expect(paths.length).toBeLessThanOrEqual(7);
    }
  });
});
