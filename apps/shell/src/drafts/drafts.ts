import { parseDrafts, type ProjectCard } from '@site/contracts';
import { request, RequestError, type SafeStorage } from '@site/host';

/** Session flag (specification). It decides what is shown; the list itself needs the server's cookie. */
const FLAG = 'draft-access';

/** What the browser remembers for its session. */
export function createGateFlag(storage: SafeStorage) {
  return {
    isSet: () => storage.getItem(FLAG) === 'true',
    set: () => storage.setItem(FLAG, 'true'),
    clear: () => storage.removeItem(FLAG),
  };
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;

/** How long the page waits for a response: on a busy server a password check takes seconds. */
const LIMIT_MILLISECONDS = 20_000;

/** Returns true if the password was right; this browser then has the session cookie. @throws when the call failed */
export async function verifyPassword(password: string): Promise<boolean> {
  const response = await request('POST', '/api/verify-password', { password }, AbortSignal.timeout(LIMIT_MILLISECONDS));
  const body: unknown = await response.json();
  if (!isRecord(body) || typeof body['valid'] !== 'boolean') throw new Error('the response has no verdict');
  return body['valid'];
}

/** Returns null if the browser has no session, whatever its flag says. @throws when the call failed */
export async function fetchDrafts(): Promise<ProjectCard[] | null> {
  try {
    const response = await request('GET', '/api/drafts', undefined, AbortSignal.timeout(LIMIT_MILLISECONDS));
    return parseDrafts(await response.json());
  } catch (error) {
    if (error instanceof RequestError && error.status === 401) return null;
    throw error;
  }
}

/** Ends the session, even if the visitor closes the page at once. @throws when the call failed or took too long */
export async function leaveDrafts(): Promise<void> {
  await request('DELETE', '/api/drafts/session', undefined, AbortSignal.timeout(LIMIT_MILLISECONDS), {}, true);
}
