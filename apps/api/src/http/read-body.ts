import type { Request } from 'express';
import { HttpError } from './app-error.ts';
import { requireUtf8 } from './request-guards.ts';

/** A whole body of a known greatest size, in memory that threads can share. @throws HttpError */
export function readBody(request: Request, mostBytes: number): Promise<Uint8Array<SharedArrayBuffer>> {
  const encoding = request.get('Content-Encoding');
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    throw new HttpError('ENCODING_UNSUPPORTED', 'compressed body');
  }
  requireUtf8(request);
  // The rest of what is too long is not waited for: the connection ends with the answer.
  const tooLarge = (): HttpError => new HttpError('PAYLOAD_TOO_LARGE', 'body over the limit', { Connection: 'close' });
  if (Number(request.get('Content-Length') ?? 0) > mostBytes) throw tooLarge();

  // Who left while the limits were looked up will never send an end.
  if (request.destroyed) throw new HttpError('BAD_REQUEST', 'the client has left');
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > mostBytes) {
        request.pause();
        reject(tooLarge());
        return;
      }
      chunks.push(chunk);
    });
    request.once('end', () => {
      const body = new Uint8Array(new SharedArrayBuffer(bytes));
      let offset = 0;
      for (const chunk of chunks) {
        body.set(chunk, offset);
        offset += chunk.length;
      }
      resolve(body);
    });
    request.once('error', () => reject(new HttpError('BAD_REQUEST', 'the body broke off')));
    request.once('close', () => {
      if (!request.complete) reject(new HttpError('BAD_REQUEST', 'the body broke off'));
    });
  });
}
