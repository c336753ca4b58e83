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

/** How often a request is sent to a server that is busy. */
const MAX_ATTEMPTS = 3;
/** If a server needs longer than that, the visitor decides. */
const MAX_WAIT_S = 5;

/** Sends a request until the server takes or refuses it: one that is only busy says in how many seconds it can be tried again. */
async function sendPatiently(send: () => Promise<Response>): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const response = await send();
    const retryAfter = response.headers.get('Retry-After') ?? '';
    if (response.ok || attempt === MAX_ATTEMPTS || !/^\d$/.test(retryAfter) || Number(retryAfter) > MAX_WAIT_S) return response;
    await new Promise((resolve) => setTimeout(resolve, Number(retryAfter) * 1_000));
  }
}

/**
 * Calls the site's own API. Credentials are sent to the same origin; a body makes the request JSON.
 * @param headers in addition to `Content-Type`; with an `Idempotency-Key` a server that is busy gets the request again
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
  const sendAll = headers['Idempotency-Key'] === undefined ? send : () => sendPatiently(send);
  const response = await (method === 'GET' ? send() : whileUploading(sendAll));
  if (!response.ok) throw new RequestError(response.status, response.statusText, await response.text());
  return response;
}
