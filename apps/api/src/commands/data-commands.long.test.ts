import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { parseNewSubmission, parseSubmissions, type NewSubmission } from '@site/contracts';
import { aFolder, anEnvironment } from '../test-support/a-config.ts';
import { aPicture, dataUrl, upload } from '../test-support/a-picture.ts';
import { aReleaseFolder } from '../test-support/a-release-folder.ts';
import { openDatabase, sqliteOptions } from '../database/open-database.ts';
import { startServer, type RunningServer } from '../start-server.ts';
import { migrateSite } from './migrate.command.ts';
import { main } from './site-command.ts';

const ROUTE = '/api/kaleidoscope-submissions';

describe('commands on data, next to a running server', () => {
  let folder: Awaited<ReturnType<typeof aFolder>>;
  let env: Record<string, string>;
  let server: RunningServer;

  beforeEach(async () => {
    folder = await aFolder();
    env = anEnvironment(folder.path, { LOG_LEVEL: 'silent', GALLERY_UPLOADS_PER_MINUTE: '100' });
    await aReleaseFolder(env['RELEASES_DIR'] ?? '', env['RELEASE_SIGNING_KEY'] ?? '');
    await migrateSite(env);
    server = await startServer(env);
  });
  afterEach(async () => {
    await server.close();
    await folder.remove();
  });

  async function site(...args: readonly string[]) {
    const lines: string[] = [];
    // Like `console.log`, which prints all of its arguments.
    const note = (...words: readonly unknown[]): void => {
      lines.push(words.join(' '));
    };
    const code = await main(args, env, { input: Readable.from([]), print: note, complain: note });
    return { code, text: lines.join('\n') };
  }

  async function aSaved(seed: number): Promise<NewSubmission> {
    const response = await upload(server.url, { body: { imageData: dataUrl(await aPicture(seed)), flowerCount: 1 } });
    return parseNewSubmission(await response.json());
  }
  const listed = async () => parseSubmissions(await (await fetch(server.url + ROUTE)).json()).map((picture) => picture.id);

  test('site gallery sweep removes many pictures at once only with the option for it', async () => {
    for (let seed = 30; seed < 34; seed += 1) await aSaved(seed);
    // The startup sweep must be over: only one runs at a time.
    await server.close();
    env = { ...env, GALLERY_KEEP_DAYS: '1' };
    const database = await openDatabase(sqliteOptions(env['DATA_DIR'] ?? ''));
    await database.query("UPDATE submission SET created_at = '2020-01-01T00:00:00.000Z'");
    await database.destroy();
    const refused = await site('gallery', 'sweep');
    expect(refused.code).toBe(1);
    expect(refused.text).toContain('4 of 4 pictures are past GALLERY_KEEP_DAYS (1)');
    expect(refused.text).toContain('4 pictures were held back; --allow-mass-removal removes them');
    expect(await listedAfterStart()).toHaveLength(4);
    await server.close();
    expect(await site('gallery', 'sweep', '--allow-mass-removal')).toEqual({
      code: 0,
      text: '4 expired pictures removed, 0 stray files, 0 unfinished writes, 0 pictures missing',
    });
    expect(await listedAfterStart()).toEqual([]);
  });

  test('site gallery creates no database in a wrong DATA_DIR, and does not change an older one', async () => {
    const wrong = join(folder.path, 'wrong');
    const right = env['DATA_DIR'] ?? '';
    env = { ...env, DATA_DIR: wrong };
    const refused = await site('gallery', 'waiting');
    expect([refused.code, refused.text, existsSync(wrong)]).toEqual([
      1,
      `site: The database in DATA_DIR (${wrong}) cannot be used: there is none: check that the folder is right, or create one with \`npx site migrate\``,
      false,
    ]);
    const database = await openDatabase(sqliteOptions(right));
    await database.query("DELETE FROM migrations WHERE name LIKE 'IndexViewCounts%'");
    await database.destroy();
    env = { ...env, DATA_DIR: right };
    expect((await site('gallery', 'waiting')).text).toContain(
      'its tables are from an older release: bring them up to date with `npx site migrate`',
    );
  });

  async function listedAfterStart(): Promise<string[]> {
    await migrateSite(env);
    server = await startServer(env);
    return listed();
  }
});
