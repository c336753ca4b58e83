import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

const MAIN = resolve(import.meta.dirname, '../../dist/main.js');

export interface ServerProcess {
  readonly url: string;
  readonly process: ChildProcess;
}

const KEPT_LINES = 40;
const lines: string[] = [];

/** What the servers of this test file have logged last: it explains a failure. */
export const serverLog = (): string => lines.join('\n');

/** Resolves with the address that the server prints. @throws Error if the server exits first */
function addressOf(child: ChildProcess & { readonly stdout: Readable }): Promise<string> {
  return new Promise((done, fail) => {
    const output = createInterface(child.stdout);
    output.on('line', (line) => {
      const [, url] = /The site is running at (\S+)/.exec(line) ?? [];
      if (url !== undefined) return done(url);
      lines.push(`${child.pid} ${line}`);
      lines.splice(0, lines.length - KEPT_LINES);
    });
    output.on('close', () => fail(new Error(`the server exited before it was ready\n${serverLog()}`)));
  });
}

/** The built server in its own process; `nodeOptions` let a test break it. */
export async function startProcess(
  env: Readonly<Record<string, string>>,
  nodeOptions: readonly string[] = [],
): Promise<ServerProcess> {
  const child = spawn(process.execPath, [...nodeOptions, MAIN], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return { url: await addressOf(child), process: child };
}

export async function stop({ process: child }: ServerProcess): Promise<number | null> {
  const ended = once(child, 'exit') as Promise<[number | null]>;
  child.kill('SIGTERM');
  return (await ended)[0];
}

export async function kill({ process: child }: ServerProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}
