/** A non-OK answer: `message` is "<status>: <body text>". */
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

/**
 * Asks the site's own API. Credentials go along to the same origin; a body makes the request JSON.
 * @throws RequestError on a non-OK answer, TypeError when nothing answered
 */
export async function request(method: string, path: `/api/${string}`, body?: unknown, signal?: AbortSignal): Promise<Response> {
  const response = await fetch(path, {
    method,
    credentials: 'same-origin',
    ...(body === undefined ? {} : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  });
  if (!response.ok) throw new RequestError(response.status, response.statusText, await response.text());
  return response;
}
