import type { KeyObject } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import * as v from 'valibot';
import { ReleaseError } from '../errors.ts';
import { signRequest } from './signed-request.ts';
import { ProblemSchema } from './remote-answers.ts';

const TIMEOUT_MS = 120_000;
/** A site that has too much to do is asked again for this long. */
const MAX_BUSY_MS = 60_000;

/** Node's exit code for a program that still waits when nothing is left that could happen. */
const NOTHING_LEFT = 13;

/**
 * Runs a request. Should its response be lost in a way that even `fetch` does not notice, the process says so when it ends, instead of ending
 * without a word: this happened once in thousands of requests to processes that were killed meanwhile.
 */
async function tellingLoss<T>(origin: string, request: () => Promise<T>): Promise<T> {
  const onExit = (): void => {
    if (process.exitCode !== NOTHING_LEFT) return;
    console.error(`site: ${origin} does not answer (the connection is gone); \`site log\` says whether it did what it was asked`);
    process.exitCode = 1;
  };
  process.once('exit', onExit);
  try {
    return await request();
  } finally {
    process.off('exit', onExit);
  }
}

interface Answered {
  readonly response: Response;
  /** The JSON of the response; undefined if it has none. */
  readonly answer: unknown;
}

/** Returns how long to wait before asking a busy site again, in ms; undefined if it is not busy: such a site has done nothing yet. */
function busyMs({ response, answer }: Answered): number | undefined {
  const problem = v.safeParse(ProblemSchema, answer);
  if (response.status !== 503 || !problem.success || problem.output.code !== 'overloaded') return undefined;
  return 1_000 * Number(response.headers.get('Retry-After') ?? 1);
}

const unreachable = (origin: string, reason: string): never => {
  throw new ReleaseError('SITE_UNREACHABLE', `${origin} ${reason}`);
};

/** Calls the release API of a site, every request signed. */
export class SiteClient {
  readonly origin: string;

  /** @throws ReleaseError SITE_UNREACHABLE if it is not the address of a site */
  constructor(
    to: string,
    private readonly key: KeyObject,
    private readonly now: () => Date = () => new Date(),
  ) {
    const url = URL.canParse(to) ? new URL(to) : unreachable(to, 'is no address of a site, such as https://site.example');
    const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
    if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLocal))
      unreachable(to, 'must be https: what is released must not be read or held back on its way');
    this.origin = url.origin;
  }

  /** @throws ReleaseError with the server's reasons; SITE_UNREACHABLE without a response of a site */
  async call<T>(method: string, path: string, schema: v.GenericSchema<unknown, T>, content?: object | Uint8Array): Promise<T> {
    const end = performance.now() + MAX_BUSY_MS;
    const { response, answer } = await tellingLoss(this.origin, () => this.askUntil(end, method, path, content));
    if (!response.ok) return this.refuse(response.status, answer);
    const parsed = v.safeParse(schema, answer);
    return parsed.success
      ? parsed.output
      : unreachable(this.origin, `answers ${method} ${path} in a form that this command does not know`);
  }

  /** A file as visitors get it. */
  async file(path: string): Promise<Buffer> {
    const address = path.split('/').map(encodeURIComponent).join('/');
    const response = await fetch(new URL(address, this.origin), { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!response.ok) return unreachable(this.origin, `responded with ${response.status} to ${path}`);
    return Buffer.from(await response.arrayBuffer());
  }

  /** @param end of the retries, by `performance.now()` */
  private async askUntil(end: number, method: string, path: string, content: object | Uint8Array | undefined): Promise<Answered> {
    const answered = await this.ask(method, path, content);
    const waitMs = busyMs(answered);
    if (waitMs === undefined || performance.now() + waitMs > end) return answered;
    await delay(waitMs);
    return this.askUntil(end, method, path, content);
  }

  private async ask(method: string, path: string, content: object | Uint8Array | undefined): Promise<Answered> {
    const isJson = content !== undefined && !(content instanceof Uint8Array);
    const body = content instanceof Uint8Array ? content : Buffer.from(isJson ? JSON.stringify(content) : '');
    const url = new URL(path, this.origin);
    const response = await fetch(url, {
      method,
      headers: {
        ...(body.length > 0 && { 'Content-Type': isJson ? 'application/json' : 'application/octet-stream' }),
        ...signRequest({ method, url, body }, this.key, this.now()),
      },
      ...(body.length > 0 && { body: new Uint8Array(body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch((cause: unknown) => unreachable(this.origin, `does not answer (${reasonOf(cause)})`));
    return { response, answer: await response.json().catch(() => undefined) };
  }

  private refuse(status: number, answer: unknown): never {
    const problem = v.safeParse(ProblemSchema, answer);
    if (!problem.success) return unreachable(this.origin, `responded with ${status}`);
    const { code, error, details } = problem.output;
    throw new ReleaseError(code === 'key_invalid' ? 'KEY_INVALID' : 'RELEASE_REFUSED', details ?? error);
  }
}

function reasonOf(cause: unknown): string {
  const { message, cause: inner } = cause as Error;
  return inner instanceof Error ? inner.message || String((inner as NodeJS.ErrnoException).code) : message;
}
