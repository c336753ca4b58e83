import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';

const MAIN = resolve(import.meta.dirname, '../../dist/main.js');

export interface ServerProcess {
  readonly url: string;
  readonly process: ChildProcess;
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
  for await (const chunk of child.stdout) {
    const url = /The site is running at (\S+)/.exec(String(chunk))?.[1];
    if (url) return { url, process: child };
  }
  throw new Error('the server exited before it was ready');
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
