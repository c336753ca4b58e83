import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request, Response } from 'express';
import { answerEncoding } from './answer-encoding.ts';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);
/** Dearer than what is compressed for one visitor, and made once for all of them. */
const BROTLI_QUALITY = 6;

interface ReadyAnswer {
  readonly etag: string;
  readonly plain: Buffer;
  readonly brotli: Buffer;
  readonly gzip: Buffer;
}

/** The same parts; what they hold is not looked at. */
function isSame(one: object, other: object): boolean {
  const parts = Object.entries(one);
  return parts.length === Object.keys(other).length && parts.every(([name, part]) => Reflect.get(other, name) === part);
}

/** One answer that many visitors get: written and compressed once, and sent so until it is made of something else. */
export class ReadyJson<T extends object> {
  private last: { readonly source: T; readonly answer: Promise<ReadyAnswer> } | null = null;

  /** @param write makes what is sent, field by field */
  constructor(private readonly write: (source: T) => unknown) {}

  async send(source: T, request: Request, response: Response): Promise<void> {
    const { etag, ...bodies } = await this.answerFor(source);
    const encoding = answerEncoding(request);
    response.vary('Accept-Encoding').set({ ETag: etag, 'Content-Type': 'application/json; charset=utf-8' });
    if (encoding) response.set('Content-Encoding', encoding);
    response.send(encoding === 'br' ? bodies.brotli : encoding === 'gzip' ? bodies.gzip : bodies.plain);
  }

  private answerFor(source: T): Promise<ReadyAnswer> {
    if (this.last && isSame(source, this.last.source)) return this.last.answer;
    const answer = this.make(source);
    this.last = { source, answer };
    answer.catch(() => {
      if (this.last?.answer === answer) this.last = null;
    });
    return answer;
  }

  private async make(source: T): Promise<ReadyAnswer> {
    const plain = Buffer.from(JSON.stringify(this.write(source)));
    const options = { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } };
    const [brotli, gzipped] = await Promise.all([compressBrotli(plain, options), compressGzip(plain)]);
    // Weak: each encoding has other bytes.
    const etag = `W/"${createHash('sha256').update(plain).digest('base64url')}"`;
    return { etag, plain, brotli, gzip: gzipped };
  }
}
