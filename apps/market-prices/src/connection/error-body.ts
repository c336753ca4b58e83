import { RequestError } from '@site/host';
import { errorText } from './error-text.ts';

interface ErrorBody {
  readonly error?: unknown;
  readonly code?: unknown;
  readonly details?: unknown;
  readonly apiKeyConfigured?: unknown;
}

/** The body of an error response, which a proxy may have replaced with an HTML page. */
export function readErrorBody(body: string): ErrorBody {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

/** The server's own explanation, if it sent one. */
export function errorBodyText(error: unknown): string | undefined {
  if (!(error instanceof RequestError)) return undefined;
  const { error: words } = readErrorBody(error.body);
  return typeof words === 'string' && words ? words : undefined;
}

/** The failure in readable form: the status of an error response with its message instead of its JSON. */
export function failureWords(error: unknown): string {
  if (!(error instanceof RequestError)) return errorText(error);
  const { error: words, details } = readErrorBody(error.body);
  if (typeof words !== 'string' || !words) return errorText(error);
  return `${error.status}: ${words}${typeof details === 'string' && details ? ` (${details})` : ''}`;
}
