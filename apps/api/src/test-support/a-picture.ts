import { setTimeout as delay } from 'node:timers/promises';
import { parseNewSubmission, type NewSubmission } from '@site/contracts';
import sharp from 'sharp';

/** A different picture for every seed: a grid of gray cells with varying brightness. */
export async function aPicture(seed = 1, { width = 64, height = 48, format = 'jpeg' as 'jpeg' | 'png' } = {}): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * 3);
  let state = seed * 2_654_435_761;
  const random = (): number => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e37_79b9) >>> 0;
    return state / 2 ** 32;
  };
  const cells = Array.from({ length: 72 }, () => Math.floor(random() * 256));
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const cell = cells[Math.floor((y / height) * 8) * 9 + Math.floor((x / width) * 9)] ?? 0;
      pixels.fill(cell, (y * width + x) * 3, (y * width + x) * 3 + 3);
    }
  }
  const image = sharp(pixels, { raw: { width, height, channels: 3 } });
  return format === 'png' ? image.png().toBuffer() : image.jpeg({ quality: 95 }).toBuffer();
}

export const dataUrl = (image: Buffer, type = 'image/jpeg'): string => `data:${type};base64,${image.toString('base64')}`;

export interface Upload {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export function upload(url: string, { body, headers = {} }: Upload): Promise<Response> {
  return fetch(`${url}/api/kaleidoscope-submissions`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
  });
}

export const MAX_TRIES = 5;

/**
 * Sends an upload, and again while the server says that it is too busy, as the pages do: on a busy machine the process that reads
 * pictures may not respond in time.
 */
export async function uploadUntilAnswered(url: string, sent: Upload): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const response = await upload(url, sent);
    if (response.status !== 503 || attempt === MAX_TRIES) return response;
    await response.arrayBuffer();
    await delay(Number(response.headers.get('Retry-After') ?? 1) * 1_000);
  }
}

/** Stores a picture in the gallery. @throws Error with the response */
export async function savePicture(url: string, seed: number, flowerCount = 1): Promise<NewSubmission> {
  const body = { imageData: dataUrl(await aPicture(seed)), flowerCount };
  const response = await uploadUntilAnswered(url, { body });
  const text = await response.text();
  if (!response.ok) throw new Error(`picture ${seed} was not stored: ${response.status} ${text}`);
  return parseNewSubmission(JSON.parse(text));
}
