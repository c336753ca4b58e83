import { readPictureUpload } from '@site/contracts';
import type { PictureProblem } from './gallery.errors.ts';

const MAX_IMAGE_BYTES = 12 * 1024 * 1024;
const MAX_DATA_URL_HEAD = 100;
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

type ImageType = 'jpeg' | 'png';

export interface ReadSubmission {
  readonly image: Buffer;
  readonly type: ImageType;
  readonly flowerCount: number;
}

/** Why a picture is rejected. */
export class PictureRefusal extends Error {
  readonly problem: PictureProblem;

  constructor(problem: PictureProblem) {
    super(problem);
    this.problem = problem;
  }
}

function parseBody(body: Buffer): object {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw new PictureRefusal('INVALID_JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new PictureRefusal('INVALID_BODY');
  return value;
}

/** Node's decoder skips invalid characters, so the text is checked first. */
function decodeBase64(text: string): Buffer {
  if (text.length % 4 !== 0 || !BASE64.test(text)) throw new PictureRefusal('INVALID_BASE64');
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const bytes = (text.length / 4) * 3 - padding;
  if (bytes > MAX_IMAGE_BYTES) throw new PictureRefusal('PAYLOAD_TOO_LARGE');
  const decoded = Buffer.from(text, 'base64');
  if (decoded.length !== bytes || bytes === 0) throw new PictureRefusal('INVALID_BASE64');
  return decoded;
}

const starts = (image: Buffer, ...bytes: readonly number[]): boolean => bytes.every((byte, index) => image[index] === byte);

/** The format, judged by the first bytes of the picture; null if unknown. */
function sniff(image: Buffer): ImageType | 'unsupported' | null {
  if (starts(image, 0xff, 0xd8, 0xff)) return 'jpeg';
  if (starts(image, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'png';
  const head = image.subarray(0, 256).toString('latin1').trimStart().toLowerCase();
  const known = ['gif8', 'riff', '%pdf', '<svg', '<?xml', '<!doctype', '<html', 'ii*\0', 'mm\0*', 'bm'];
  if (known.some((mark) => head.startsWith(mark)) || /^.{4}ftyp/s.test(head)) return 'unsupported';
  return null;
}

function readDataUrl(value: string): { image: Buffer; type: ImageType } {
  const comma = value.slice(0, MAX_DATA_URL_HEAD).indexOf(',');
  const head = value.slice(5, Math.max(comma, 0)).toLowerCase();
  if (comma < 0 || !head.endsWith(';base64')) throw new PictureRefusal('INVALID_IMAGE_DATA');
  const declared = head === 'image/jpeg;base64' ? 'jpeg' : head === 'image/png;base64' ? 'png' : null;
  if (declared === null) throw new PictureRefusal('UNSUPPORTED_IMAGE_TYPE');
  const image = decodeBase64(value.slice(comma + 1));
  const found = sniff(image);
  if (found === 'unsupported') throw new PictureRefusal('UNSUPPORTED_IMAGE_TYPE');
  if (found === null) throw new PictureRefusal('IMAGE_UNDECODABLE');
  if (found !== declared) throw new PictureRefusal('IMAGE_TYPE_MISMATCH');
  return { image, type: declared };
}

/**
 * Reads the body `{imageData, flowerCount}`; other fields are ignored.
 * @throws PictureRefusal
 */
export function readSubmission(body: Buffer): ReadSubmission {
  const { imageData, flowerCount } = readPictureUpload(parseBody(body));
  if (imageData === null) throw new PictureRefusal('INVALID_IMAGE_DATA');
  const picture = readDataUrl(imageData);
  if (flowerCount === null) throw new PictureRefusal('INVALID_FLOWER_COUNT');
  return { ...picture, flowerCount };
}
