import { untilAborted } from '../http/deadline.ts';
import { JsonLimits } from './json-limits.ts';
import { ResponseTooLongError, UpstreamError } from './usda.errors.ts';

const MAX_BODY_BYTES = 32 * 1024 * 1024;
const DEFAULT_PAUSE_SECONDS = 60;
const MAX_PAUSE_SECONDS = 3_600;

function systemCodeOf(error: unknown): string | null {
  if (typeof error !== 'object' || error === null) return null;
  if ('code' in error && typeof error.code === 'string') return error.code;
  return 'cause' in error ? systemCodeOf(error.cause) : null;
}

/** Classifies failures below HTTP. Connection failures have a system code; rejected redirects do not. */
export function describeFailedFetch(cause: unknown, signal: AbortSignal): UpstreamError {
  if (signal.aborted) return new UpstreamError('USDA_TIMEOUT', 'USDA did not respond before the deadline');
  const code = systemCodeOf(cause);
  if (code === null || code.startsWith('HPE_')) {
    return new UpstreamError('USDA_UNEXPECTED_ANSWER', `USDA sent a redirect or broken HTTP (${code ?? 'no code'})`);
  }
  return new UpstreamError('USDA_UNREACHABLE', `the connection to USDA failed (${code})`);
}

function pauseSeconds(header: string | null): number {
  const seconds = header !== null && /^\d{1,6}$/.test(header.trim()) ? Number(header) : DEFAULT_PAUSE_SECONDS;
  return Math.min(Math.max(seconds, 1), MAX_PAUSE_SECONDS);
}

/** True if USDA refused the key. */
export const isRefusal = ({ status }: Pick<Response, 'status'>): boolean => status === 401 || status === 403;

/** @throws UpstreamError for every status but 200 */
export async function failOnStatus(response: Response): Promise<void> {
  if (response.status === 200) return;
  await response.body?.cancel();
  if (isRefusal(response)) {
    throw new UpstreamError('USDA_KEY_REFUSED', `USDA refused the key (${response.status})`);
  }
  if (response.status === 429) {
    throw new UpstreamError(
      'USDA_RATE_LIMITED',
      'USDA is rate limiting requests (429)',
      pauseSeconds(response.headers.get('Retry-After')),
    );
  }
  throw new UpstreamError('USDA_UNEXPECTED_ANSWER', `USDA responded with status ${response.status}`);
}

/** The limits count decompressed bytes, so a compressed response cannot hide its size. */
async function readLimited(body: ReadableStream<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  const limits = new JsonLimits();
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > MAX_BODY_BYTES) throw new ResponseTooLongError('USDA sent more than 32 MB');
    const excess = limits.excessOf(chunk);
    if (excess !== null) throw new ResponseTooLongError(`USDA sent more than ${excess}`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Parses the body only if its content type is JSON, because MARS sends errors as HTML. @throws UpstreamError */
export async function readJson(response: Response, signal: AbortSignal): Promise<unknown> {
  const contentType = response.headers.get('Content-Type') ?? '';
  const { body } = untilAborted(response, signal);
  if (!/^application\/json\b/i.test(contentType) || !body) {
    await body?.cancel();
    throw new UpstreamError('USDA_UNEXPECTED_ANSWER', 'USDA sent something other than JSON');
  }
  let text: string;
  try {
    text = await readLimited(body);
  } catch (cause) {
    throw cause instanceof UpstreamError ? cause : describeFailedFetch(cause, signal);
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new UpstreamError('USDA_UNEXPECTED_ANSWER', 'USDA sent JSON that is broken or cut off');
  }
}
