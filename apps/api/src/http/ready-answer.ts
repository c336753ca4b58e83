import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request, Response } from 'express';
import { answerEncoding } from './answer-encoding.ts';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

export type AnswerEncoding = ReturnType<typeof answerEncoding>;

/** Most answers come out in one piece: with the usual 16 KiB a quarter of the time of a quick compression goes into handing pieces over. */
const CHUNK_BYTES = 256 * 1024;

/** How hard to compress. */
export interface Effort {
  readonly brotli: number;
  /** How far brotli looks back, as a power of two. */
  readonly brotliWindow: number;
  readonly gzip: number;
}

/** For an answer that is made once and sent to nearly everybody. */
export const MADE_ONCE: Effort = { brotli: 6, brotliWindow: constants.BROTLI_DEFAULT_WINDOW, gzip: 6 };
/**
 * For an answer that may be asked for once. With this window quality 0 takes half the processor time of quality 1 and makes a price history
 * 2 % larger: a sixth of its size all the same.
 */
export const MADE_OFTEN: Effort = { brotli: 0, brotliWindow: 18, gzip: 1 };

/** An answer as bytes. Each encoding is made when the first visitor asks for it, and kept. */
export class ReadyAnswer {
  private readonly etag: string;
  private readonly bodies = new Map<AnswerEncoding, Promise<Buffer>>();

  constructor(
    private readonly plain: Buffer,
    private readonly contentType: string,
    private readonly effort: Effort,
  ) {
    // Weak: each encoding has other bytes.
    this.etag = `W/"${createHash('sha256').update(plain).digest('base64url')}"`;
    this.bodies.set(null, Promise.resolve(plain));
  }

  /** Bytes in memory once both encodings are made; a compressed price history or report is at most a sixth. */
  get weight(): number {
    return Math.ceil(this.plain.length * 1.4);
  }

  has(encoding: AnswerEncoding): boolean {
    return this.bodies.has(encoding);
  }

  body(encoding: AnswerEncoding): Promise<Buffer> {
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
    const encoding = answerEncoding(request);
    const body = await this.body(encoding);
    response.vary('Accept-Encoding').set({ ETag: this.etag, 'Content-Type': this.contentType });
    if (encoding) response.set('Content-Encoding', encoding);
    response.send(body);
  }
}
