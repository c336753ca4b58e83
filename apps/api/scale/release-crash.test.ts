import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { DataSource } from 'typeorm';
import { timeoutOf } from '../../../tools/jest/deadlines.mjs';
import { progressOf } from '../../../tools/jest/progress.mjs';
import { migrateSite } from '../src/commands/migrate.command.ts';
import { main } from '../src/commands/site-command.ts';
import { anEnvironment, TEST_SIGNING_KEY } from '../src/test-support/a-config.ts';
import { aStorage } from '../src/test-support/a-database.ts';
import { aReleaseFolder } from '../src/test-support/a-release-folder.ts';
import { aTeam, releaseIn } from '../src/test-support/a-team.ts';

/** How many of the steps are tried, the last one first; with 200, all of them. */
const KILLS = Number(process.env['RELEASE_KILLS'] ?? 12);
const LIMIT_MS = timeoutOf(KILLS, 60_000);
const SCRIPT = join(import.meta.dirname, 'release-once.mjs');

test(
  'kill -9 before any step of a release leaves the old or the new release live and complete, and the next command succeeds',
  async () => {
    const storage = await aStorage();
    const { DATABASE_URL: url = '' } = storage.variables;
    const env = anEnvironment(storage.folder, { ...storage.variables, LOG_LEVEL: 'silent' });
    await aReleaseFolder(env['RELEASES_DIR'] ?? '', TEST_SIGNING_KEY);
    await migrateSite(env);
    const quiet = { input: Readable.from([]), print: () => undefined, complain: () => undefined };
    expect(await main(['move-releases'], env, quiet)).toBe(0);
    env['RELEASE_STORE'] = 'database';
    const administrator = await new DataSource({ type: 'postgres', url }).initialize();
    // Its folder and its builds are used; its commands go through the database and the bucket.
    const team = await aTeam(TEST_SIGNING_KEY);

    const releaseAndDie = async (args: readonly string[], killAt: number) => {
      const child = spawn(process.execPath, [SCRIPT, 'release', ...args], {
        cwd: dirname(args.at(-1) ?? ''),
        env: { PATH: process.env['PATH'], ...env, KILL_AT: String(killAt) },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const out = text(child.stdout);
      const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
      return { code, signal, out: await out };
    };
    /** What a process without a folder of its own finds live. */
    const liveNow = async (): Promise<string> => {
      const folder = join(storage.folder, 'fresh');
      const { log } = console;
      const lines: string[] = [];
      console.log = (line: string) => lines.push(line);
      try {
        expect(await main(['status'], { ...env, RELEASES_DIR: folder }, quiet)).toBe(0);
      } finally {
        console.log = log;
        await rm(folder, { recursive: true, force: true });
      }
      expect(lines.join('\n')).not.toContain('DAMAGED');
      return releaseIn(lines.find((line) => line.startsWith('eggs ')) ?? '');
    };

    expect((await releaseAndDie(await team.build('eggs', { text: 'first' }), 0)).code).toBe(0);
    const whole = await releaseAndDie(await team.build('eggs', { text: 'second' }), 0);
    const steps = Number(/(\d+) steps/.exec(whole.out)?.[1]);
    expect(steps).toBeGreaterThan(60);
    let live = releaseIn(whole.out);
    let [tried, newLive] = [0, 0];
    const stride = Math.ceil(steps / KILLS);
    const progress = progressOf('releases killed', Math.ceil(steps / stride));
    for (let killAt = steps; killAt > 0; killAt -= stride) {
      tried += 1;
      const args = await team.build('eggs', { text: `killed at ${killAt}` });
      const killed = await releaseAndDie(args, killAt);
      // The lease is renewed by a timer, so the number of steps differs a little.
      expect([killAt, killed.signal === 'SIGKILL' || killAt > steps - 10]).toEqual([killAt, true]);
      const now = await liveNow();
      // Nobody renews the lease of the process that was killed; the test does not wait until it expires.
      await administrator.query('UPDATE lease SET expires_at = 0');
      const again = await releaseAndDie(args, 0);
      const release = releaseIn(again.out);
      expect([killAt, again.code, [live, release].includes(now)]).toEqual([killAt, 0, true]);
      if (now === release) newLive += 1;
      expect(await liveNow()).toBe(release);
      live = release;
      progress();
    }
    process.stderr.write(`killed at ${tried} of ${steps} steps: the new release was live ${newLive} times\n`);
    // The last step comes after the commit, and the first ones before it.
    expect(newLive).toBeGreaterThan(0);
    expect(newLive).toBeLessThan(tried);
    await administrator.destroy();
    await storage.remove();
  },
  LIMIT_MS,
);
