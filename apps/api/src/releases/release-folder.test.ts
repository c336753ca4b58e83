import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { releasePaths } from '@site/releases';
import { TEST_SIGNING_KEY } from '../test-support/a-config.ts';
import { aTeam, releaseIn } from '../test-support/a-team.ts';
import { aSite, inDays, liveAt, withEggs } from '../test-support/a-team-site.ts';

/** `apps/api/scale/releases.test.ts` tests the same accidents with releases in a database and a bucket. */
describe('mishaps with releases in a folder', () => {
  test('restoring an older registry is rejected; the newest one stays', async () => {
    const api = await aSite();
    const { eggs, to } = await withEggs(api);
    const current = releasePaths.registryCurrent(join(api.folder, 'releases'));
    await eggs.site('release', ...(await eggs.build('eggs')), ...to);
    const older = await readFile(current, 'utf8');
    const second = releaseIn((await eggs.site('release', ...(await eggs.build('eggs', { text: 'two' })), ...to))[1]);
    expect(await liveAt(api.url, 'eggs')).toBe(second);
    const newer = await readFile(current, 'utf8');
    await writeFile(current, older);
    expect(await liveAt(api.url, 'eggs')).toBe(second);
    expect(api.logText()).toContain('is older than');
    // Control: a newer registry is accepted.
    await writeFile(current, newer);
    const third = releaseIn((await eggs.site('release', ...(await eggs.build('eggs', { text: 'three' })), ...to))[1]);
    expect(await liveAt(api.url, 'eggs')).toBe(third);
    await api.close();
  });

  test('a previous release whose files come back is the fallback again, though the registry is the same', async () => {
    const api = await aSite();
    const { eggs, to } = await withEggs(api);
    const releases = join(api.folder, 'releases');
    const first = releaseIn((await eggs.site('release', ...(await eggs.build('eggs')), ...to))[1]);
    await eggs.site('release', ...(await eggs.build('eggs', { text: 'two' })), ...to);
    const [folder, aside] = [releasePaths.release(releases, 'eggs', first), join(api.folder, 'aside')];
    const isFallback = async (): Promise<boolean> => {
      // Only a registry's file is watched.
      const current = releasePaths.registryCurrent(releases);
      await writeFile(`${current}.again`, await readFile(current));
      await rename(`${current}.again`, current);
      return (await (await fetch(api.url)).text()).includes(`"previous":{"release":"${first}"`);
    };
    const before = await isFallback();
    await rename(folder, aside);
    const meanwhile = await isFallback();
    await rename(aside, folder);
    expect([before, meanwhile, await isFallback()]).toEqual([true, false, true]);
    await api.close();
  });

  test('an expired key can neither read nor write, live releases stay, and the owner continues with the next key', async () => {
    const api = await aSite();
    const { owner, eggs, to } = await withEggs(api, '--days', '10');
    const live = releaseIn((await eggs.site('release', ...(await eggs.build('eggs')), ...to))[1]);
    const next = await aTeam();
    const renewed = await aTeam(TEST_SIGNING_KEY, { NEXT_SIGNING_KEY: TEST_SIGNING_KEY });
    expect((await renewed.site('key', 'rotate', '--days', '20', ...to))[1]).toMatch(
      /^the owner's key is still .*; it is valid until \d{4}-/,
    );
    const again = ['eggs', '--key', eggs.publicKey, '--paths', '/projects/eggs'];
    await inDays(11, async () => {
      const build = await eggs.build('eggs', { text: 'two' });
      expect((await eggs.site('release', ...build, ...to))[1]).toContain('this key was valid for eggs until');
      for (const command of [['rollback', 'eggs'], ['status'], ['log'], ['preview', `eggs@${live}`], ['verify', 'eggs', live]])
        expect((await eggs.site(...command, ...to))[1]).toContain('this key was valid for eggs until');
      expect(await liveAt(api.url, 'eggs')).toBe(live);
      expect((await owner.site('team', 'add', ...again, '--days', '30', ...to))[0]).toBe(0);
      expect((await eggs.site('release', ...build, ...to))[0]).toBe(0);
    });
    await inDays(21, async () => {
      expect((await owner.site('team', 'add', ...again, ...to))[1]).toContain("the owner's key was valid until");
      for (const command of [['retire', 'eggs'], ['status']])
        expect((await owner.site(...command, ...to))[1]).toContain("the owner's key was valid until");
      expect(await liveAt(api.url, 'eggs')).toBeDefined();
      const changing = await aTeam(TEST_SIGNING_KEY, { NEXT_SIGNING_KEY: next.key });
      expect((await changing.site('key', 'rotate', '--days', '20', ...to))[0]).toBe(0);
      expect((await next.site('retire', 'eggs', ...to))[0]).toBe(0);
    });
    await api.close();
  });
});
