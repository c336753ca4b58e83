import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';

const MAIN = resolve(import.meta.dirname, '../dist/main.js');

export interface Replica {
  readonly url: string;
  readonly process: ChildProcess;
}

/** The real server in a separate process. */
export async function aReplica(env: Readonly<Record<string, string>>): Promise<Replica> {
  const child = spawn(process.execPath, [MAIN], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const chunk of child.stdout) {
    const url = /The site is running at (\S+)/.exec(String(chunk))?.[1];
    if (url) return { url, process: child };
  }
  throw new Error('the server exited before it was ready');
}

export async function stop({ process: child }: Replica): Promise<number | null> {
  const ended = once(child, 'exit') as Promise<[number | null]>;
  child.kill('SIGTERM');
  return (await ended)[0];
}
