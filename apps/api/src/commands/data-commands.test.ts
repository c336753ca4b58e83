import { join } from 'node:path';
import { Readable } from 'node:stream';
import { parseNewSubmission, parseSubmissions, type NewSubmission } from '@site/contracts';
import { aFolder, anEnvironment } from '../test-support/a-config.ts';
import { aPicture, dataUrl, upload } from '../test-support/a-picture.ts';
import { aReleaseFolder } from '../test-support/a-release-folder.ts';
import { MIGRATIONS } from '../database/migrations.ts';
import { openDatabase, sqliteOptions } from '../database/open-database.ts';
import { JobEntity } from '../jobs/job.entity.ts';
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

  test('site gallery hides a picture, lists waiting ones, restores it and deletes it', async () => {
    const { id, imageUrl } = await aSaved(1);
    expect(await site('gallery', 'hide', id)).toEqual({ code: 0, text: `${id} is hidden` });
    expect([await listed(), (await fetch(server.url + imageUrl)).status]).toEqual([[], 404]);
    expect((await site('gallery', 'waiting')).text).toContain(id);
    expect(await site('gallery', 'restore', id)).toEqual({ code: 0, text: `${id} is listed again` });
    expect([await listed(), (await site('gallery', 'waiting')).text]).toEqual([[id], 'no picture is waiting']);
    expect((await site('gallery', 'delete', id)).code).toBe(0);
    expect([await listed(), (await fetch(server.url + imageUrl)).status]).toEqual([[], 410]);
  });

  test('"banned hash": 422 image_rejected for the picture and similar ones', async () => {
    const picture = await aPicture(2, { width: 90, height: 80 });
    const first = await upload(server.url, { body: { imageData: dataUrl(picture), flowerCount: 1 } });
    const { id } = parseNewSubmission(await first.json());
    expect((await site('gallery', 'ban', id)).code).toBe(0);
    const again = await upload(server.url, { body: { imageData: dataUrl(picture), flowerCount: 2 } });
    expect([again.status, await again.json()]).toMatchObject([422, { code: 'image_rejected' }]);
    expect((await aSaved(3)).status).toBe('listed');
    expect(await site('gallery', 'unban', id)).toEqual({ code: 0, text: `pictures like ${id} are accepted again` });
    const after = await upload(server.url, { body: { imageData: dataUrl(picture), flowerCount: 2 } });
    expect([after.status, (await site('gallery', 'unban', id)).text]).toEqual([201, `${id} is not banned`]);
  });

  test('site jobs lists due and failed jobs with their errors', async () => {
    await server.close();
    const database = await openDatabase(sqliteOptions(env['DATA_DIR'] ?? ''));
    const jobs = database.getRepository(JobEntity);
    const failed = { kind: 'work', payload: '', state: 'waiting', holder: null } as const;
    await jobs.clear();
    await jobs.insert([
      { ...failed, name: 'a', attempts: 2, runAt: '1793000000000', lastError: 'no route' },
      { ...failed, name: 'b', attempts: 0, runAt: '1793000001000', lastError: null },
    ]);
    await database.destroy();
    expect(await site('jobs')).toEqual({
      code: 0,
      text: 'a  due 2026-10-26T07:33:20.000Z, 2 failed: no route\nb  due 2026-10-26T07:33:21.000Z',
    });
    expect((await site('jobs', 'all')).code).toBe(2);
  });

  test('site migrate prints what it did, or that there is nothing to do', async () => {
    expect(await site('migrate')).toEqual({ code: 0, text: 'the tables are up to date already' });
    env = { ...env, DATA_DIR: join(folder.path, 'new') };
    const { code, text } = await site('migrate');
    expect([code, text.split('\n').length]).toEqual([0, MIGRATIONS.length + 1]);
    expect(text).toContain('CreateJob1793700000000 is done');
    expect((await site('migrate', 'down')).code).toBe(2);
  });

  test('words that site gallery does not know are not understood: exit 2', async () => {
    for (const args of [[], ['hide'], ['hide', '../x'], ['burn', '0'.repeat(32)], ['sweep', '--force']])
      expect([args, (await site('gallery', ...args)).code]).toEqual([args, 2]);
  });

  test('site gallery reports a picture that does not exist: exit 1', async () => {
    expect(await site('gallery', 'hide', '0'.repeat(32))).toEqual({
      code: 1,
      text: `site: there is no picture ${'0'.repeat(32)}`,
    });
  });
});
