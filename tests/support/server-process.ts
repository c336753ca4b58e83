import { fork, type ChildProcess } from 'node:child_process';

/** How much is kept: lines of the servers' log, and lines that their process printed before it crashed. */
const MAX_LINES = 100;
const MAX_PRINTED = 15;

type Message = { readonly line: string } | { readonly id: number; readonly result?: unknown; readonly error?: string };

interface Waiting {
  resolve(result: unknown): void;
  reject(message: string): void;
}

interface Host {
  readonly child: ChildProcess;
  readonly waiting: Map<number, Waiting>;
  isEnding: boolean;
  /** Why it has ended. */
  ended?: string;
}

export interface ServerLog {
  /** Warnings, errors, and requests that were refused. */
  readonly lines: readonly string[];
  /** Why the server process ended unexpectedly, and what it had printed. */
  readonly crash: string | undefined;
}

let host: Host | undefined;
let lastId = 0;
let lines: string[] = [];
let crash: string | undefined;

function receive({ waiting }: Host, message: Message): void {
  if ('line' in message) {
    lines.push(message.line);
    if (lines.length > MAX_LINES) lines.shift();
    return;
  }
  const { id, result, error } = message;
  if (error === undefined) waiting.get(id)?.resolve(result);
  else waiting.get(id)?.reject(error);
  waiting.delete(id);
}

function startHost(): Host {
  const child = fork(new URL('./site-host.mjs', import.meta.url), { execArgv: [], stdio: ['ignore', 'inherit', 'pipe', 'ipc'] });
  const started: Host = { child, waiting: new Map(), isEnding: false };
  let printed = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    process.stderr.write(text);
    printed += text;
  });
  child.on('message', (message: Message) => receive(started, message));
  // `close` follows.
  child.on('error', (error) => (printed += error.message));
  child.on('close', (code, signal) => {
    if (host === started) host = undefined;
    const end = printed.trimEnd().split('\n').slice(-MAX_PRINTED);
    started.ended = [`the server process ended unexpectedly: ${signal ?? `exit code ${code}`}`, ...end].join('\n');
    if (!started.isEnding) crash = started.ended;
    for (const { reject } of started.waiting.values()) reject(started.ended);
    started.waiting.clear();
  });
  return started;
}

function ask(asked: Host, task: 'start' | 'close' | 'flush', input?: unknown): { id: number; reply: Promise<unknown> } {
  const id = (lastId += 1);
  // Created here, so that its stack leads to the test.
  const failure = new Error();
  const reply = new Promise<unknown>((resolve, reject) => {
    const fail = (message: string) => {
      failure.message = message;
      reject(failure);
    };
    if (asked.ended !== undefined) return fail(asked.ended);
    asked.waiting.set(id, { resolve, reject: fail });
    // It cannot be sent to a process that is ending, whose end rejects it.
    asked.child.send({ id, task, input }, () => undefined);
  });
  return { id, reply };
}

export interface ServerProcess {
  readonly url: string;
  /** Safe to call twice. */
  close(): Promise<void>;
}

/**
 * Starts the real server, on a migrated database, in the process that runs all servers of this worker.
 * @throws Error with the server's own message
 */
export async function startServerProcess(settings: Readonly<Record<string, string>>): Promise<ServerProcess> {
  const owner = (host ??= startHost());
  const { id, reply } = ask(owner, 'start', settings);
  const url = (await reply) as string;
  let closing: Promise<unknown> | undefined;
  return { url, close: async () => void (await (closing ??= ask(owner, 'close', id).reply)) };
}

/** Returns what the servers of this worker have logged since the last call, and whether their process has crashed since then. */
export async function takeServerLog(): Promise<ServerLog> {
  // If it ends meanwhile, that is the crash.
  if (host) await ask(host, 'flush').reply.catch(() => undefined);
  const taken = { lines, crash };
  lines = [];
  crash = undefined;
  return taken;
}

/** Ends the server process; close its servers first. When a worker exits, its server process ends by itself. */
export function endServerProcess(): void {
  if (!host) return;
  host.isEnding = true;
  host.child.disconnect();
  host = undefined;
}
