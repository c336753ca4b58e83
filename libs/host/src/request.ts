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

/**
 * Calls the site's own API. Credentials are sent to the same origin; a body makes the request JSON.
 * @param headers in addition to `Content-Type`
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
  const response = await (method === 'GET' ? send() : whileUploading(send));
  if (!response.ok) throw new RequestError(response.status, response.statusText, await response.text());
  return response;
}
