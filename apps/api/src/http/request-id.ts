import type { ServerResponse } from 'node:http';

/** Identifies the request in its response and in the log. An id that a client sends is ignored: it could forge log lines. */
export const REQUEST_ID = 'X-Request-Id';

export const requestIdOf = (response: ServerResponse): string => String(response.getHeader(REQUEST_ID) ?? '');
