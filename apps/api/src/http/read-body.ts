import type { Request } from 'express';
import { HttpError } from './app-error.ts';

/** A sender slower than this is rejected. */
interface MinRate {
  readonly bytes: number;
  readonly perMs: number;
}

export interface BodyLimits {
  readonly maxBytes: number;
  /** `MIN_RATE` by default. */
  readonly minRate?: MinRate;
  /** Called with the length of each chunk; throwing rejects the body. */
  readonly onChunk?: (bytes: number) => void;
}

/** @throws HttpError CHARSET_UNSUPPORTED */
function requireUtf8(request: Request): void {
  const charset = /charset\s*=\s*"?([^";\s]+)/i.exec(request.get('Content-Type') ?? '')?.[1];
  if (charset !== undefined && charset.toLowerCase() !== 'utf-8') throw new HttpError('CHARSET_UNSUPPORTED', 'not UTF-8');
}

/**
 * For bodies of a few kilobytes, and for release files of megabytes: it rejects only a sender that has almost stopped. `requestTimeout`
 * limits the whole request.
 */
export const MIN_RATE: MinRate = { bytes: 1_000, perMs: 10_000 };

/** Pieces of a body beyond the first thousand must have this many bytes on average: each costs the server some 3 µs, and memory. */
const MIN_PIECE_BYTES = 256;
const MAX_SMALL_PIECES = 1_000;

const tooLarge = (): HttpError => new HttpError('PAYLOAD_TOO_LARGE', 'body over the limit');

/** @throws HttpError for a body that can be rejected before its first byte */
export function requireReadable(request: Request, maxBytes: number): void {
  const encoding = request.get('Content-Encoding');
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    throw new HttpError('ENCODING_UNSUPPORTED', 'compressed body');
  }
  requireUtf8(request);
  if (Number(request.get('Content-Length') ?? 0) > maxBytes) throw tooLarge();
}

/**
 * Reads a body into memory. Reading stops at the first byte over a limit: `closeAfterUnreadBody` then closes the connection after the response.
 * @throws HttpError
 */
export function readBody(request: Request, { maxBytes, minRate = MIN_RATE, onChunk }: BodyLimits): Promise<Buffer[]> {
  requireReadable(request, maxBytes);
  // A client that disconnects during an earlier check never emits `end`.
  if (request.destroyed) throw new HttpError('BAD_REQUEST', 'the client has disconnected');
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    let bytesBefore = 0;
    const stop = (): void => {
      clearInterval(timer);
      request.off('data', onData).off('end', onEnd).off('close', onClose);
    };
    const refuse = (error: unknown): void => {
      stop();
      request.pause();
      reject(error);
    };
    const onData = (chunk: Buffer): void => {
      bytes += chunk.length;
      if (bytes > maxBytes) return refuse(tooLarge());
      if (chunks.length > MAX_SMALL_PIECES + bytes / MIN_PIECE_BYTES)
        return refuse(new HttpError('BAD_REQUEST', 'the body is sent in pieces that are too small'));
      try {
        onChunk?.(chunk.length);
      } catch (error) {
        return refuse(error);
      }
      chunks.push(chunk);
    };
    const onEnd = (): void => {
      stop();
      resolve(chunks);
    };
    const onClose = (): void => refuse(new HttpError('BAD_REQUEST', 'the body was cut off'));
    const checkRate = (minBytes: number): void => {
      if (bytes - bytesBefore < minBytes) refuse(new HttpError('TOO_SLOW', `under ${minBytes} bytes in the last period`));
      bytesBefore = bytes;
    };
    // Data that arrived while the process was busy is read first: a slow server must not make the sender look slow.
    const timer = setInterval(() => setImmediate(checkRate, minRate.bytes), minRate.perMs);
    // `close` follows an error; without a listener the error would end the process.
    request.on('error', () => undefined);
    request.on('data', onData).on('end', onEnd).on('close', onClose);
  });
}
