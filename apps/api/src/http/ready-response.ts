import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request, Response } from 'express';
import { responseEncoding } from './response-encoding.ts';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

export type ResponseEncoding = ReturnType<typeof responseEncoding>;

/** Most responses fit into one chunk: with the default of 16 KiB, handing over chunks takes a quarter of a fast compression's time. */
const CHUNK_BYTES = 256 * 1024;

/** Compression level. */
export interface Effort {
  readonly brotli: number;
  /** Brotli's window size, as a power of two. */
  readonly brotliWindow: number;
  readonly gzip: number;
}

/** For a response that is made once and sent to nearly everyone. */
export const MADE_ONCE: Effort = { brotli: 6, brotliWindow: constants.BROTLI_DEFAULT_WINDOW, gzip: 6 };
/**
 * For a response that may be requested only once. With this window, quality 0 takes half the processor time of quality 1 and makes a price
 * history 2% larger: still a sixth of its uncompressed size.
 */
export const MADE_OFTEN: Effort = { brotli: 0, brotliWindow: 18, gzip: 1 };

/** A response as bytes. Each encoding is made for the first visitor who needs it, and kept. */
export class ReadyResponse {
  private readonly etag: string;
  private readonly bodies = new Map<ResponseEncoding, Promise<Buffer>>();

  constructor(
    private readonly plain: Buffer,
    private readonly contentType: string,
    private readonly effort: Effort,
  ) {
    // Weak, because the bytes differ between encodings.
    this.etag = `W/"${createHash('sha256').update(plain).digest('base64url')}"`;
    this.bodies.set(null, Promise.resolve(plain));
  }

  /** Bytes in memory once both encodings are made; a compressed price history takes about a sixth, a report up to half. */
  get weight(): number {
    return Math.ceil(this.plain.length * 1.4);
  }

  has(encoding: ResponseEncoding): boolean {
    return this.bodies.has(encoding);
  }

  body(encoding: ResponseEncoding): Promise<Buffer> {
    const known = this.bodies.get(encoding);
    if (known) return known;
    const made =
      encoding === 'br'
        ? compressBrotli(this.plain, {
            chunkSize: CHUNK_BYTES,
            params: {
              [constants.BROTLI_PARAM_QUALITY]: this.effort.brotli,
              [constants.BROTLI_PARAM_LGWIN]: this.effort.brotliWindow,
              [constants.BROTLI_PARAM_SIZE_HINT]: this.plain.length,
            },
          })
        : compressGzip(this.plain, { chunkSize: CHUNK_BYTES, level: this.effort.gzip });
    this.bodies.set(encoding, made);
    made.catch(() => this.bodies.delete(encoding));
    return made;
  }

  async send(request: Request, response: Response): Promise<void> {
    const encoding = responseEncoding(request);
    const body = await this.body(encoding);
    response.vary('Accept-Encoding').set({ ETag: this.etag, 'Content-Type': this.contentType });
    if (encoding) response.set('Content-Encoding', encoding);
    response.send(body);
  }
}
