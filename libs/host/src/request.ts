/** A non-OK response: `message` is "<status>: <body text>". */
export class RequestError extends Error {
  readonly status: number;
  readonly body: string;

  constructor(status: number, statusText: string, body: string) {
    super(`${status}: ${body || statusText}`);
    this.name = 'RequestError';
    this.status = status;
    this.body = body;
  }
}

let unfinishedUploads = 0;

/** True while a request that changes something on the server is in progress; aborting it would lose what the visitor did. */
export const isUploading = (): boolean => unfinishedUploads > 0;

async function whileUploading<T>(work: () => Promise<T>): Promise<T> {
  unfinishedUploads += 1;
  try {
    return await work();
  } finally {
    unfinishedUploads -= 1;
  }
}

/** How many times a request is sent to a server that is busy. */
const MAX_ATTEMPTS = 3;
/** A longer wait is left to the visitor, who can retry. */
const MAX_WAIT_S = 5;

/** @returns the seconds after which to repeat a refused request; null if the server does not ask for it, or not that soon */
function secondsUntilRetry({ ok, headers }: Response): number | null {
  const asked = headers.get('Retry-After');
  if (ok || asked === null || !/^\d$/.test(asked) || Number(asked) > MAX_WAIT_S) return null;
  return Math.max(1, Number(asked));
}

/** Repeats a request while the server responds with an error and a short Retry-After. */
async function sendWithRetries(send: () => Promise<Response>): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const response = await send();
    const seconds = secondsUntilRetry(response);
    if (seconds === null || attempt === MAX_ATTEMPTS) return response;
    // The connection may be broken already; the next attempt uses another one.
    await response.body?.cancel().catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  }
}

/**
 * Calls the site's own API. Credentials are sent to the same origin; a body makes the request JSON.
 * @param headers in addition to `Content-Type`; a request with an `Idempotency-Key` is repeated if the server asks for it
 * @param keepalive continue if the visitor closes the page
 * @throws RequestError on a non-OK response, TypeError without a response
 */
export async function request(
  method: string,
  path: `/api/${string}`,
  body?: unknown,
  signal?: AbortSignal,
  headers: Readonly<Record<string, string>> = {},
  keepalive = false,
): Promise<Response> {
  const send = () =>
    fetch(path, {
      method,
      credentials: 'same-origin',
      headers: { ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
      ...(keepalive ? { keepalive } : {}),
    });
  const sendKeyed = headers['Idempotency-Key'] === undefined ? send : () => sendWithRetries(send);
  const response = await (method === 'GET' ? send() : whileUploading(sendKeyed));
  if (!response.ok) throw new RequestError(response.status, response.statusText, await response.text());
  return response;
}
