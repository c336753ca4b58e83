import { RequestError } from '@site/host';

interface Refusal {
  readonly error?: unknown;
  readonly code?: unknown;
  readonly details?: unknown;
  readonly apiKeyConfigured?: unknown;
}

/** What stands in the body of a refusal, which a proxy may have replaced by a page of HTML. */
export function readRefusal(body: string): Refusal {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

/** Why the server refused, in its own words, if it has any. */
export function refusalWords(error: unknown): string | undefined {
  if (!(error instanceof RequestError)) return undefined;
  const { error: words } = readRefusal(error.body);
  return typeof words === 'string' && words ? words : undefined;
}
