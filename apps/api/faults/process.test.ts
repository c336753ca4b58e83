import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readdir, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { aFolder, anEnvironment } from '../src/test-support/a-config.ts';
import { aReleaseFolder } from '../src/test-support/a-release-folder.ts';
import { startProcess, type RunningProcess } from './crash-campaign.ts';

const ROUTE = '/api/kaleidoscope-submissions';

describe('the process', () => {
  let folder: Awaited<ReturnType<typeof aFolder>>;
  let env: Record<string, string>;
  beforeEach(async () => {
    folder = await aFolder();
    env = anEnvironment(folder.path, { LOG_LEVEL: 'silent' });
    await aReleaseFolder(env['RELEASES_DIR'] ?? '', env['RELEASE_SIGNING_KEY'] ?? '');
  });
  afterEach(() => folder.remove());

  async function exitCode({ process: child }: RunningProcess, signal?: NodeJS.Signals): Promise<number | null> {
    const ended = once(child, 'exit') as Promise<[number | null]>;
    if (signal) child.kill(signal);
    return (await ended)[0];
  }

  test('"SIGTERM under load": accepted requests are answered, and it ends with 0 within ten seconds', async () => {
    const server = await startProcess(env);
    const failures: string[] = [];
    const state = { isOver: false };
    const callers = Array.from({ length: 16 }, async () => {
      while (!state.isOver) {
        const response = await fetch(server.url + ROUTE).catch(() => null);
        // Not accepted any more: somebody else's to answer.
        if (response === null) return;
        await response.text().catch(() => failures.push('an answer broke off'));
      }
    });
    await new Promise((done) => setTimeout(done, 500));
    const start = performance.now();
    const code = await exitCode(server, 'SIGTERM');
    state.isOver = true;
    await Promise.all(callers);
    expect([code, failures, performance.now() - start < 10_000]).toEqual([0, [], true]);
  });

  test('"unhandled rejection": it finishes what it can and ends as failed, for a supervisor to start it again', async () => {
    const spoil = join(folder.path, 'reject.mjs');
    await writeFile(spoil, `process.once('SIGUSR2', () => Promise.reject(new Error('nobody caught this')));`);
    const server = await startProcess(env, ['--import', spoil]);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    expect(await exitCode(server, 'SIGUSR2')).toBe(1);
  });

  test('"fd exhaustion": with twelve files left it refuses what it cannot open, and recovers', async () => {
    const server = await startProcess(env);
    const { url, process: child } = server;
    const open = (await readdir(`/proc/${child.pid}/fd`)).length;
    execFileSync('prlimit', ['--pid', String(child.pid), `--nofile=${open + 12}`]);
    const sockets: Socket[] = Array.from({ length: 60 }, () =>
      connect(Number(new URL(url).port), '127.0.0.1').on('error', () => undefined),
    );
    await new Promise((done) => setTimeout(done, 500));
    const during = await fetch(`${url}/r/shell/1.0.0-0123456789ab/entry.js`, { signal: AbortSignal.timeout(3_000) }).then(
      (response) => response.status,
      () => 'not accepted',
    );
    expect([200, 503, 500, 'not accepted']).toContain(during);
    for (const socket of sockets) socket.destroy();
    await new Promise((done) => setTimeout(done, 500));
    expect((await fetch(`${url}/r/shell/1.0.0-0123456789ab/entry.js`)).status).toBe(200);
    expect((await fetch(url + ROUTE)).status).toBe(200);
    expect(await exitCode(server, 'SIGTERM')).toBe(0);
  });
});
