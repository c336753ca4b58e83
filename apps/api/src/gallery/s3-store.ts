import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import type { ObjectStoreConfig } from '../config/config.ts';
import { deadline } from '../http/deadline.ts';
import { GalleryError } from './gallery.errors.ts';
import { checkKey, isKey, type PictureStore, type StoredFile } from './picture-store.ts';

const PICTURES = 'pictures/';
const QUARANTINE = 'quarantine/';
const DEADLINE_MS = 10_000;
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

/** Objects in one bucket, addressed by path, which works with every S3-compatible server. */
export class S3Store implements PictureStore {
  private readonly client: AwsClient;
  private readonly base: string;

  constructor({ endpoint, bucket, region, accessKeyId, secretAccessKey }: ObjectStoreConfig) {
    this.client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' });
    this.base = `${endpoint}/${bucket}/`;
  }

  /** The operator creates the bucket. */
  prepare(): Promise<void> {
    return Promise.resolve();
  }

  /** The store verifies the bytes against the hash covered by the signature, and is then asked whether it has them. */
  async put(key: string, content: Uint8Array): Promise<void> {
    const address = PICTURES + checkKey(key);
    const hash = createHash('sha256').update(content).digest('hex');
    const type = key.endsWith('.webp') ? 'image/webp' : 'image/jpeg';
    const body = new Uint8Array(content);
    const headers = { 'Content-Type': type, 'X-Amz-Content-Sha256': hash };
    await this.send('PUT', address, (response) => this.requireOk(response, 'PUT'), { body, headers });
    await this.send('HEAD', address, async ({ status, headers: found }) => {
      if (status === 200 && Number(found.get('Content-Length')) === content.length) return;
      throw new GalleryError('STORE_UNAVAILABLE', 'the store does not have an object that it accepted');
    });
  }

  async get(key: string): Promise<Buffer | null> {
    return this.send('GET', PICTURES + checkKey(key), async (response) => {
      if (await isWithoutObject(response)) return null;
      await this.requireOk(response, 'GET');
      return Buffer.from(await response.arrayBuffer());
    });
  }

  async remove(key: string): Promise<void> {
    await this.send('DELETE', PICTURES + checkKey(key), async (response) => {
      if (await isWithoutObject(response)) return;
      await this.requireOk(response, 'DELETE');
      await response.body?.cancel();
    });
  }

  async quarantine(key: string): Promise<void> {
    const content = await this.get(key);
    if (content === null) return;
    const body = new Uint8Array(content);
    await this.send('PUT', QUARANTINE + key.slice(3), (response) => this.requireOk(response, 'PUT'), { body });
    await this.remove(key);
  }

  async *list(): AsyncIterable<StoredFile> {
    let token: string | null = null;
    do {
      const query = new URLSearchParams({ 'list-type': '2', prefix: PICTURES });
      if (token !== null) query.set('continuation-token', token);
      const xml: string = await this.send('GET', `?${query.toString()}`, async (response) => {
        await this.requireOk(response, 'LIST');
        return response.text();
      });
      for (const [, entry = ''] of xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
        const name = readTag(entry, 'Key') ?? '';
        const modifiedAt = new Date(readTag(entry, 'LastModified') ?? 0);
        const key = name.slice(PICTURES.length);
        // Consoles of such stores create objects that represent folders.
        if (name.startsWith(PICTURES) && isKey(key)) yield { key, modifiedAt };
      }
      token = readTag(xml, 'IsTruncated') === 'true' ? readTag(xml, 'NextContinuationToken') : null;
    } while (token !== null);
  }

  /** Objects are atomic: none is ever incomplete. */
  removeUnfinished(): Promise<{ removed: number; stuck: string[] }> {
    return Promise.resolve({ removed: 0, stuck: [] });
  }

  freeBytes(): Promise<null> {
    return Promise.resolve(null);
  }

  /** @param read reads the response: its body may also stall or break off, within the same deadline and with the same error */
  private async send<T>(
    method: string,
    address: string,
    read: (response: Response) => Promise<T>,
    init: RequestInit = {},
  ): Promise<T> {
    const signal = deadline(DEADLINE_MS);
    try {
      for (let retries = 0; ; retries += 1) {
        // Signed for each attempt, because the signature contains the time. The client's own fetch would lose the signal (see `deadline`).
        const response = await fetch(await this.client.sign(this.base + address, { method, ...init }), { signal });
        if (retries === MAX_RETRIES || (response.status < 500 && response.status !== 429)) return await read(response);
        await response.body?.cancel();
        await delay(FIRST_PAUSE_MS * 2 ** retries * (0.5 + Math.random()), undefined, { signal });
      }
    } catch (cause) {
      if (cause instanceof GalleryError) throw cause;
      throw new GalleryError('STORE_UNAVAILABLE', `${method}: ${cause instanceof Error ? cause.message : String(cause)}`);
    }
  }

  private async requireOk(response: Response, what: string): Promise<void> {
    if (response.ok) return;
    if (!response.bodyUsed) await response.body?.cancel();
    throw new GalleryError('STORE_UNAVAILABLE', `${what}: the store responded with ${response.status}`);
  }
}
