import { join } from 'node:path';
import { parseNewSubmission } from '@site/contracts';
import { MIGRATIONS } from '../database/migrations.ts';
import { openDatabase, sqliteOptions } from '../database/open-database.ts';
import { JobEntity } from '../jobs/job.entity.ts';
import { aPicture, dataUrl, upload } from '../test-support/a-picture.ts';
import { aSiteWithCommands, type SiteWithCommands } from '../test-support/a-site-with-commands.ts';

describe('data commands, alongside a running server', () => {
  let here: SiteWithCommands;
  beforeEach(async () => {
    here = await aSiteWithCommands();
  });
  afterEach(() => here.remove());

  test('site gallery hides a picture, lists waiting ones, restores it and deletes it', async () => {
    const { id, imageUrl } = await here.save(1);
    expect(await here.site('gallery', 'hide', id)).toEqual({ code: 0, text: `${id} is hidden` });
    expect([await here.listed(), (await fetch(here.url + imageUrl)).status]).toEqual([[], 404]);
    expect((await here.site('gallery', 'waiting')).text).toContain(id);
    expect(await here.site('gallery', 'restore', id)).toEqual({ code: 0, text: `${id} is listed again` });
    expect([await here.listed(), (await here.site('gallery', 'waiting')).text]).toEqual([[id], 'no picture is waiting']);
    expect((await here.site('gallery', 'delete', id)).code).toBe(0);
    expect([await here.listed(), (await fetch(here.url + imageUrl)).status]).toEqual([[], 410]);
  });

  test('"banned hash": 422 image_rejected for the picture and similar ones', async () => {
    const picture = await aPicture(2, { width: 90, height: 80 });
    const first = await upload(here.url, { body: { imageData: dataUrl(picture), flowerCount: 1 } });
    const { id } = parseNewSubmission(await first.json());
    expect((await here.site('gallery', 'ban', id)).code).toBe(0);
    const again = await upload(here.url, { body: { imageData: dataUrl(picture), flowerCount: 2 } });
    expect([again.status, await again.json()]).toMatchObject([422, { code: 'image_rejected' }]);
    expect((await here.save(3)).status).toBe('listed');
    expect(await here.site('gallery', 'unban', id)).toEqual({ code: 0, text: `pictures like ${id} are accepted again` });
    const after = await upload(here.url, { body: { imageData: dataUrl(picture), flowerCount: 2 } });
    expect([after.status, (await here.site('gallery', 'unban', id)).text]).toEqual([201, `${id} is not banned`]);
  });

  test('site jobs lists due and failed jobs with their errors', async () => {
    await here.stop();
    const database = await openDatabase(sqliteOptions(here.env['DATA_DIR'] ?? ''));
    const jobs = database.getRepository(JobEntity);
    const failed = { kind: 'work', payload: '', state: 'waiting', holder: null } as const;
    await jobs.clear();
    await jobs.insert([
      { ...failed, name: 'a', attempts: 2, runAt: '1793000000000', lastError: 'no route' },
      { ...failed, name: 'b', attempts: 0, runAt: '1793000001000', lastError: null },
    ]);
    await database.destroy();
    expect(await here.site('jobs')).toEqual({
      code: 0,
      text: 'a  due 2026-10-26T07:33:20.000Z, 2 failed attempts: no route\nb  due 2026-10-26T07:33:21.000Z',
    });
    expect((await here.site('jobs', 'all')).code).toBe(2);
  });

  test('site migrate prints what it did, or that there is nothing to do', async () => {
    expect(await here.site('migrate')).toEqual({ code: 0, text: 'the tables are already up to date' });
    here.set({ DATA_DIR: join(here.folder, 'new') });
    const { code, text } = await here.site('migrate');
    expect([code, text.split('\n').length]).toEqual([0, MIGRATIONS.length + 1]);
    expect(text).toContain('CreateJob1793700000000 was applied');
    expect((await here.site('migrate', 'down')).code).toBe(2);
  });

  test('arguments that site gallery does not know are rejected: exit 2', async () => {
    for (const args of [[], ['hide'], ['hide', '../x'], ['burn', '0'.repeat(32)], ['sweep', '--force']])
      expect([args, (await here.site('gallery', ...args)).code]).toEqual([args, 2]);
  });

  test('site gallery reports a picture that does not exist: exit 1', async () => {
    expect(await here.site('gallery', 'hide', '0'.repeat(32))).toEqual({
      code: 1,
      text: `site: there is no picture ${'0'.repeat(32)}`,
    });
  });
});
