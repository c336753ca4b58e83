import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase, sqliteOptions } from '../database/open-database.ts';
import { aSiteWithCommands, type SiteWithCommands } from '../test-support/a-site-with-commands.ts';

describe('data commands, alongside a running server', () => {
  let here: SiteWithCommands;
  beforeEach(async () => {
    here = await aSiteWithCommands();
  });
  afterEach(() => here.remove());

  test('site gallery sweep removes many pictures at once only with the option for it', async () => {
    for (let seed = 30; seed < 34; seed += 1) await here.save(seed);
    // The startup sweep must be over: only one runs at a time.
    await here.stop();
    here.set({ GALLERY_KEEP_DAYS: '1' });
    const database = await openDatabase(sqliteOptions(here.env['DATA_DIR'] ?? ''));
    await database.query("UPDATE submission SET created_at = '2020-01-01T00:00:00.000Z'");
    await database.destroy();
    const refused = await here.site('gallery', 'sweep');
    expect(refused.code).toBe(1);
    expect(refused.text).toContain('4 of 4 pictures are past GALLERY_KEEP_DAYS (1)');
    expect(refused.text).toContain('4 pictures were held back; --allow-mass-removal removes them');
    await here.start();
    expect(await here.listed()).toHaveLength(4);
    await here.stop();
    expect(await here.site('gallery', 'sweep', '--allow-mass-removal')).toEqual({
      code: 0,
      text: '4 expired pictures removed, 0 stray files, 0 unfinished writes, 0 pictures missing',
    });
    await here.start();
    expect(await here.listed()).toEqual([]);
  });

  test('site gallery creates no database in a wrong DATA_DIR, and does not change an older one', async () => {
    const wrong = join(here.folder, 'wrong');
    const right = here.env['DATA_DIR'] ?? '';
    here.set({ DATA_DIR: wrong });
    const refused = await here.site('gallery', 'waiting');
    expect([refused.code, refused.text, existsSync(wrong)]).toEqual([
      1,
      `site: The database in DATA_DIR (${wrong}) cannot be used: there is none: check that the folder is right, or create one with \`npx site migrate\``,
      false,
    ]);
    const database = await openDatabase(sqliteOptions(right));
    await database.query("DELETE FROM migrations WHERE name LIKE 'IndexViewCounts%'");
    await database.destroy();
    here.set({ DATA_DIR: right });
    expect((await here.site('gallery', 'waiting')).text).toContain(
      'its tables are from an older version: bring them up to date with `npx site migrate`',
    );
  });
});
