import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readdir, writeFile } from 'node:fs/promises';
import { Agent, get, type RequestOptions } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { migrateSite } from '../src/commands/migrate.command.ts';
import { aFolder, anEnvironment } from '../src/test-support/a-config.ts';
import { aReleaseFolder } from '../src/test-support/a-release-folder.ts';
import { startProcess, type ServerProcess } from '../src/test-support/server-process.ts';
import { until } from '../src/test-support/until.ts';

const FILE = '/r/shell/1.0.0-0123456789ab/entry.js';
const ROUTE = '/api/kaleidoscope-submissions';

describe('the process', () => {
  let folder: Awaited<ReturnType<typeof aFolder>>;
  let env: Record<string, string>;
  beforeEach(async () => {
    folder = await aFolder();
    env = anEnvironment(folder.path, { LOG_LEVEL: 'silent' });
    await aReleaseFolder(env['RELEASES_DIR'] ?? '', env['RELEASE_SIGNING_KEY'] ?? '');
    await migrateSite(env);
  });
  afterEach(async () => {
    // A failed test leaves its server running, which would keep the run from ending.
    for (const { process: child } of started.splice(0)) child.kill('SIGKILL');
    await folder.remove();
  });

  const started: ServerProcess[] = [];
  async function launch(args?: readonly string[]): Promise<ServerProcess> {
    const server = await startProcess(env, args);
    started.push(server);
    return server;
  }

  async function exitCode({ process: child }: ServerProcess, signal?: NodeJS.Signals): Promise<number | null> {
    const ended = once(child, 'exit') as Promise<[number | null]>;
    if (signal) child.kill(signal);
    return (await ended)[0];
  }

  test('"SIGTERM under load": accepted requests get responses, and it exits with 0', async () => {
    const server = await launch();
    const failures: string[] = [];
    const state = { isOver: false, answered: 0 };
    const callers = Array.from({ length: 16 }, async () => {
      while (!state.isOver) {
        const response = await fetch(server.url + ROUTE).catch(() => null);
        // No longer accepted: another process would handle it.
        if (response === null) return;
        await response.text().catch(() => failures.push('a response was cut off'));
        state.answered += 1;
      }
    });
    await until(() => state.answered >= 200);
    const code = await exitCode(server, 'SIGTERM');
    state.isOver = true;
    await Promise.all(callers);
    expect([code, failures]).toEqual([0, []]);
  });

  test('"unhandled rejection": it finishes what it can and exits with an error, so that a supervisor restarts it', async () => {
    const script = join(folder.path, 'reject.mjs');
    await writeFile(script, `process.once('SIGUSR2', () => Promise.reject(new Error('nobody caught this')));`);
    const server = await launch(['--import', script]);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    expect(await exitCode(server, 'SIGUSR2')).toBe(1);
  });

  test('"fd exhaustion": an existing connection is told to wait, new ones are not accepted, and it recovers', async () => {
    const server = await launch();
    const { url, process: child } = server;
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const statusOf = (path: string, options: RequestOptions) =>
      new Promise<number | undefined>((resolve, reject) => {
        get(url + path, options, (response) => response.resume().on('end', () => resolve(response.statusCode))).on(
          'error',
          reject,
        );
      });
    const statusOfKept = (path: string) => statusOf(path, { agent });
    expect(await statusOfKept(`${FILE}?first`)).toBe(200);
    const open = (await readdir(`/proc/${child.pid}/fd`)).length;
    execFileSync('prlimit', ['--pid', String(child.pid), `--nofile=${open + 12}`]);
    const sockets: Socket[] = [];
    /**
     * Opens connections and repeats the request until the result is the expected one: each file that the server closes frees a
     * descriptor, so every round opens more.
     */
    const exhaustUntil = async (expected: unknown, request: () => Promise<unknown>) => {
      const results = new Set<unknown>();
      await until(async () => {
        for (let count = 0; count < 60; count += 1) {
          sockets.push(connect(Number(new URL(url).port), '127.0.0.1').on('error', () => undefined));
        }
        results.add(await request());
        return results.has(expected);
      });
      return [...results];
    };
    // The file cannot be opened, and the visitor is told that this is temporary.
    expect([200, 503]).toEqual(expect.arrayContaining(await exhaustUntil(503, () => statusOfKept(FILE))));
    // Without an agent each request has a connection of its own; `fetch` would reuse one that was accepted.
    const statusOfNew = () => statusOf(FILE, { agent: false, signal: AbortSignal.timeout(3_000) }).catch(() => 'not accepted');
    expect([200, 503, 'not accepted']).toEqual(expect.arrayContaining(await exhaustUntil('not accepted', statusOfNew)));
    for (const socket of sockets) socket.destroy();
    // The server notices that they are closed.
    await until(async () => (await statusOfKept(FILE)) === 200);
    expect([(await fetch(url + FILE)).status, (await fetch(url + ROUTE)).status]).toEqual([200, 200]);
    agent.destroy();
    expect(await exitCode(server, 'SIGTERM')).toBe(0);
  });
});
