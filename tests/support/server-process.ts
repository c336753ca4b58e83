import { fork, type ChildProcess } from 'node:child_process';

interface Reply {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: string;
}

interface Waiting {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

const waiting = new Map<number, Waiting>();
let host: ChildProcess | undefined;
let lastId = 0;

function startHost(): ChildProcess {
  const child = fork(new URL('./site-host.mjs', import.meta.url), { execArgv: [] });
  child.on('message', ({ id, result, error }: Reply) => {
    if (error === undefined) waiting.get(id)?.resolve(result);
    else waiting.get(id)?.reject(new Error(error));
    waiting.delete(id);
  });
  child.on('exit', (code, signal) => {
    if (host === child) host = undefined;
    for (const { reject } of waiting.values()) reject(new Error(`the process of the servers has ended: ${signal ?? code}`));
    waiting.clear();
  });
  return child;
}

function ask(task: 'start' | 'close' | 'takeLog', input?: unknown): Promise<unknown> {
  const child = (host ??= startHost());
  const id = (lastId += 1);
  return new Promise((done, failed) => {
    waiting.set(id, { resolve: done, reject: failed });
    child.send({ id, task, input });
  });
}

export interface ServerProcess {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Starts the real server, on a migrated database, in the process that runs all servers of this worker.
 * @throws Error with the server's own message
 */
export async function startServerProcess(settings: Readonly<Record<string, string>>): Promise<ServerProcess> {
  const url = (await ask('start', settings)) as string;
  return { url, close: async () => void (await ask('close', url)) };
}

/** Returns what the servers of this worker have logged since the last call: warnings, errors, and requests that were refused. */
export async function takeServerLog(): Promise<readonly string[]> {
  return host ? ((await ask('takeLog')) as string[]) : [];
}

/** Ends the process once its servers are closed. A worker that ends does so itself. */
export function endServerProcess(): void {
  host?.disconnect();
  host = undefined;
}
