import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ReadableStreamReadResult } from 'node:stream/web';
import { setTimeout as delay } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import type { ObjectStoreConfig } from '../config/config.ts';
import { deadline, stepDeadline, untilAborted } from '../http/deadline.ts';

const MAX_RETRIES = 2;
const FIRST_PAUSE_MS = 50;

const unescapeXml = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');

function readTag(xml: string, name: string): string | null {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
  return text === undefined ? null : unescapeXml(text);
}

/**
 * Returns true if the store says that it has no such object. The status alone is not enough: a missing bucket, or another server at that
 * address, also responds with 404. Reads the body of such a response.
 */
const isWithoutObject = async (response: Response): Promise<boolean> =>
  response.status === 404 && readTag(await response.text(), 'Code') === 'NoSuchKey';

async function requireOk(response: Response): Promise<void> {
  if (response.ok) return;
  if (!response.bodyUsed) await response.body?.cancel();
  throw new Error(`the store responded with ${response.status}`);
}

type Piece = ReadableStreamReadResult<Uint8Array>;
const END: Piece = { done: true, value: undefined };

async function* piecesFrom(first: Piece, read: () => Promise<Piece>): AsyncGenerator<Uint8Array> {
  for (let piece = first; !piece.done; piece = await read()) yield piece.value;
}

interface BucketOptions {
  /** Limit for one call, with its retries; for an object that is read piece by piece, also for each piece. */
  readonly deadlineMs: number;
  /** The error that says in the caller's words that the bucket cannot be used. */
  readonly fail: (reason: string) => Error;
}

export interface StoredObject {
  readonly key: string;
  readonly modifiedAt: Date;
}

interface OpenedObject {
  /** Null if the store does not say. */
  readonly bytes: number | null;
  readonly content: Readable;
}

/** Objects in one bucket. Path-style addresses work with every S3-compatible server. */
export class Bucket {
  private readonly client: AwsClient;
  private readonly base: string;

  constructor(
    { endpoint, bucket, region, accessKeyId, secretAccessKey }: ObjectStoreConfig,
    private readonly options: BucketOptions,
  ) {
    this.client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' });
    this.base = `${endpoint}/${bucket}/`;
  }

  /** The store verifies the bytes against the hash covered by the signature, and is then asked whether it has them. */
  async put(key: string, content: Uint8Array, type: string): Promise<void> {
    const hash = createHash('sha256').update(content).digest('hex');
    const body = new Uint8Array(content);
    const headers = { 'Content-Type': type, 'X-Amz-Content-Sha256': hash };
    await this.send('PUT', key, requireOk, { body, headers });
    await this.send('HEAD', key, async (response) => {
      if (response.status === 404) throw new Error('the store does not have an object that it accepted');
      await requireOk(response);
      const bytes = response.headers.get('Content-Length');
      if (Number(bytes ?? Number.NaN) === content.length) return;
      throw new Error(`the store accepted ${content.length} bytes, and says that it has ${bytes ?? 'an unknown number'}`);
    });
  }

  /** Null if there is no such object. */
  async get(key: string): Promise<Buffer | null> {
    return this.send('GET', key, async (response) => {
      if (await isWithoutObject(response)) return null;
      await requireOk(response);
      return Buffer.from(await response.arrayBuffer());
    });
  }

  /** An object to be read piece by piece: the caller reads its content to the end, or destroys it. Null if there is no such object. */
  async open(key: string): Promise<OpenedObject | null> {
    const deadlines = stepDeadline(this.options.deadlineMs);
    const accept = async (answer: Response) => {
      if (await isWithoutObject(answer)) return null;
      await requireOk(answer);
      return answer;
    };
    const response = await deadlines.step(() => this.send('GET', key, accept, {}, deadlines.signal));
    if (!response) return null;
    const bytes = response.headers.get('Content-Length');
    const reader = response.body?.getReader();
    const read = async (): Promise<Piece> => {
      try {
        return reader ? await deadlines.step(() => reader.read()) : END;
      } catch (cause) {
        throw this.failure('GET', cause);
      }
    };
    // The first piece is read here: if it fails to arrive, the caller can still respond with an error.
    const content = Readable.from(piecesFrom(await read(), read));
    // Even if nobody ever reads it: a generator that has not begun runs no `finally`.
    content.once('close', () => void reader?.cancel().catch(() => undefined));
    return { bytes: bytes === null ? null : Number(bytes), content };
  }

  async remove(key: string): Promise<void> {
    await this.send('DELETE', key, async (response) => {
      if (await isWithoutObject(response)) return;
      await requireOk(response);
      await response.body?.cancel();
    });
  }

  /** Objects whose keys begin with the prefix. */
  async *list(prefix: string): AsyncIterable<StoredObject> {
    let token: string | null = null;
    do {
      const query = new URLSearchParams({ 'list-type': '2', prefix });
      if (token !== null) query.set('continuation-token', token);
      const xml: string = await this.send('GET', `?${query.toString()}`, async (response) => {
        await requireOk(response);
        return response.text();
      });
      for (const [, entry = ''] of xml.matchAll(/<Contents>(.*?)<\/Contents>/gs))
        yield { key: readTag(entry, 'Key') ?? '', modifiedAt: new Date(readTag(entry, 'LastModified') ?? 0) };
      token = readTag(xml, 'IsTruncated') === 'true' ? readTag(xml, 'NextContinuationToken') : null;
    } while (token !== null);
  }

  /** @param read reads the response; the deadline and the error cover this too, because a body may stall or be cut off */
  private async send<T>(
    method: string,
    address: string,
    read: (response: Response) => Promise<T>,
    init: RequestInit = {},
    signal = deadline(this.options.deadlineMs),
  ): Promise<T> {
    try {
      for (let retries = 0; ; retries += 1) {
        // Signed for each attempt, because the signature contains the time. The client's own fetch would lose the signal (see `deadline`).
        const sent = await this.client.sign(this.base + address, { method, ...init });
        const response = untilAborted(await fetch(sent, { signal }), signal);
        if (retries === MAX_RETRIES || (response.status < 500 && response.status !== 429)) return await read(response);
        await response.body?.cancel();
        await delay(FIRST_PAUSE_MS * 2 ** retries * (0.5 + Math.random()), undefined, { signal });
      }
    } catch (cause) {
      throw this.failure(method, cause);
    }
  }

  private failure(method: string, cause: unknown): Error {
    return this.options.fail(`${method}: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
}
