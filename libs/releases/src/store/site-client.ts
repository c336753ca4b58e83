import type { KeyObject } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import * as v from 'valibot';
import { ReleaseError } from '../errors.ts';
import { isLoopbackName } from '../loopback.ts';
import { signRequest } from './signed-request.ts';
import { ProblemSchema } from './remote-responses.ts';

const TIMEOUT_MS = 120_000;
/** Requests to an overloaded site are repeated for this long. */
const MAX_BUSY_MS = 60_000;

/**
 * Runs a request. If its response is lost and even `fetch` does not notice, the process reports that when it exits, instead of
 * exiting silently: this happened once in thousands of requests to processes that were killed in the meantime.
 */
async function reportingLoss<T>(origin: string, request: () => Promise<T>): Promise<T> {
  // Emitted when nothing is left that could settle the request.
  const onLost = (): void => {
    console.error(`site: ${origin} does not respond (the connection was lost); \`site log\` shows whether the change was made`);
    process.exitCode = 1;
  };
  process.once('beforeExit', onLost);
  try {
    return await request();
  } finally {
    process.off('beforeExit', onLost);
  }
}

interface Reply {
  readonly response: Response;
  /** The JSON of the response; undefined if it has none. */
  readonly json: unknown;
}

/** Delay before repeating the request, in ms; undefined if the site is not overloaded. An overloaded site has not executed it. */
function overloadedMs({ response, json }: Reply): number | undefined {
  const problem = v.safeParse(ProblemSchema, json);
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
    private readonly timeoutMs = TIMEOUT_MS,
  ) {
    const url = URL.canParse(to) ? new URL(to) : unreachable(to, 'is not the address of a site, such as https://site.example');
    if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopbackName(url.hostname)))
      unreachable(to, 'must be https: what is released must not be read or held back in transit');
    this.origin = url.origin;
  }

  /** @throws ReleaseError with the server's reasons; SITE_UNREACHABLE without a response from a site */
  async call<T>(method: string, path: string, schema: v.GenericSchema<unknown, T>, content?: object | Uint8Array): Promise<T> {
    const end = performance.now() + MAX_BUSY_MS;
    const { response, json } = await reportingLoss(this.origin, () => this.sendUntil(end, method, path, content));
    if (!response.ok) return this.refuse(response.status, json);
    const parsed = v.safeParse(schema, json);
    return parsed.success
      ? parsed.output
      : unreachable(this.origin, `responded to ${method} ${path} in a format that this command does not recognize`);
  }

  /** A file as visitors get it. */
  async file(path: string): Promise<Buffer> {
    const address = path.split('/').map(encodeURIComponent).join('/');
    const { response, body } = await this.fetch(new URL(address, this.origin));
    return response.ok ? body : unreachable(this.origin, `responded with ${response.status} to ${path}`);
  }

  /** @param end of the retries, by `performance.now()` */
  private async sendUntil(end: number, method: string, path: string, content: object | Uint8Array | undefined): Promise<Reply> {
    const reply = await this.send(method, path, content);
    const waitMs = overloadedMs(reply);
    if (waitMs === undefined || performance.now() + waitMs > end) return reply;
    await delay(waitMs);
    return this.sendUntil(end, method, path, content);
  }

  private async send(method: string, path: string, content: object | Uint8Array | undefined): Promise<Reply> {
    const isJson = content !== undefined && !(content instanceof Uint8Array);
    const body = content instanceof Uint8Array ? content : Buffer.from(isJson ? JSON.stringify(content) : '');
    const url = new URL(path, this.origin);
    const { response, body: received } = await this.fetch(url, {
      method,
      headers: {
        ...(body.length > 0 && { 'Content-Type': isJson ? 'application/json' : 'application/octet-stream' }),
        ...signRequest({ method, url, body }, this.key, this.now()),
      },
      ...(body.length > 0 && { body: new Uint8Array(body) }),
    });
    return { response, json: jsonIn(received) };
  }

  /** @throws ReleaseError SITE_UNREACHABLE without a complete response in time */
  private async fetch(url: URL, init: RequestInit = {}): Promise<{ response: Response; body: Buffer }> {
    const controller = new AbortController();
    let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
    const timer = setTimeout(() => {
      controller.abort(new Error(`no complete response within ${this.timeoutMs / 1000} s`));
      // Once the headers are here, garbage collection may detach the signal from the body, which then has no time limit.
      reader?.cancel().catch(() => undefined);
    }, this.timeoutMs).unref();
    try {
      const response = await fetch(url, { ...init, redirect: 'error', signal: controller.signal });
      reader = response.body?.getReader();
      const pieces: Uint8Array[] = [];
      for (let next = await reader?.read(); next?.value; next = await reader?.read()) pieces.push(next.value);
      controller.signal.throwIfAborted();
      return { response, body: Buffer.concat(pieces) };
    } catch (cause) {
      return unreachable(this.origin, `does not respond (${reasonOf(cause)})`);
    } finally {
      clearTimeout(timer);
    }
  }

  private refuse(status: number, json: unknown): never {
    const problem = v.safeParse(ProblemSchema, json);
    if (!problem.success) return unreachable(this.origin, `responded with ${status}`);
    const { code, error, details } = problem.output;
    throw new ReleaseError(code === 'key_invalid' ? 'KEY_INVALID' : 'RELEASE_REFUSED', details ?? error);
  }
}

function reasonOf(cause: unknown): string {
  const { message, cause: inner } = cause as Error;
  return inner instanceof Error ? inner.message || String((inner as NodeJS.ErrnoException).code) : message;
}

function jsonIn(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
