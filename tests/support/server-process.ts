import { fork, type ChildProcess } from 'node:child_process';

/** Of what the servers have logged, and of what their process has printed as it died. */
const MAX_LINES = 100;
const MAX_PRINTED = 10_000;

type Message = { readonly line: string } | { readonly id: number; readonly result?: unknown; readonly error?: string };

interface Waiting {
  resolve(result: unknown): void;
  reject(message: string): void;
}

interface Host {
  readonly child: ChildProcess;
  readonly waiting: Map<number, Waiting>;
  isEnding: boolean;
}

let host: Host | undefined;
let lastId = 0;
let lines: string[] = [];
/** What a process printed that ended although nobody had asked it to. */
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
    printed = (printed + text).slice(-MAX_PRINTED);
  });
  const end = (reason: string) => {
    if (host === started) host = undefined;
    const message = `the server process ended (${reason})\n${printed}`;
    if (!started.isEnding) crash = message;
    for (const { reject } of started.waiting.values()) reject(message);
    started.waiting.clear();
  };
  child.on('message', (message: Message) => receive(started, message));
  child.on('error', (error) => end(error.message));
  child.on('close', (code, signal) => end(String(signal ?? code)));
  return started;
}

function ask(asked: Host, task: 'start' | 'close', input: unknown): { id: number; reply: Promise<unknown> } {
  const id = (lastId += 1);
  // Created here, so that its stack leads to the test.
  const failure = new Error();
  const reply = new Promise<unknown>((resolve, reject) => {
    const fail = (message: string) => {
      failure.message = message;
      reject(failure);
    };
    asked.waiting.set(id, { resolve, reject: fail });
    asked.child.send({ id, task, input }, (error) => {
      if (error) fail(error.message);
    });
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

/**
 * Returns what the servers of this worker have logged since the last call: warnings, errors, and requests that were refused.
 * @throws Error if their process has crashed since then
 */
export function takeServerLog(): readonly string[] {
  const [taken, message] = [lines, crash];
  lines = [];
  crash = undefined;
  if (message !== undefined) throw new Error([...taken, message].join('\n'));
  return taken;
}

/** Ends the server process; close its servers first. When a worker exits, its server process ends by itself. */
export function endServerProcess(): void {
  if (!host) return;
  host.isEnding = true;
  host.child.disconnect();
  host = undefined;
}
