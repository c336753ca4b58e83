import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { EXACT } from './likeness.ts';
import { PictureRefusal } from './read-submission.ts';

const MAX_PIXELS = 16_800_000;
const MAX_SIDE = 8192;
const JPEG_QUALITY = 90;
const THUMBNAIL = { width: 480, height: 480, fit: 'inside', withoutEnlargement: true } as const;
const THUMBNAIL_QUALITY = 75;

/**
 * For a process that does nothing but make pictures: libvips then reads only the gallery's formats, because an SVG, for example, may
 * refer to other files. This is a setting of the whole process, which could not draw an SVG of its own afterward.
 */
export function restrictLibrary(): void {
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer'] });
  sharp.cache(false);
  sharp.concurrency(1);
}

/** A picture re-encoded from the pixels of the upload: it contains nothing else from the uploaded file. */
export interface MadePicture {
  readonly image: Buffer;
  readonly thumbnailWebp: Buffer;
  readonly thumbnailJpeg: Buffer;
  readonly width: number;
  readonly height: number;
  /** SHA-256 of `image`, hex. */
  readonly sha256: string;
  /** 64-bit difference hash, hex: similar for pictures that look alike; an exact hash for pictures without detail. */
  readonly differenceHash: string;
}

const isTooLarge = (error: unknown): boolean => error instanceof Error && /pixel limit/i.test(error.message);

/** Gray levels; smaller differences are encoder noise. */
const MIN_STEP = 3;
/**
 * Minimum number of rises, and of falls: more than the bits in which similar pictures may differ, so that no hash is close to the
 * bits that all flat pictures share.
 */
const MIN_STEPS = 8;

/**
 * One bit per pixel of a 9 x 8 gray copy: is its right neighbor brighter? A flat color or a gradient gives nearly all zeros or
 * nearly all ones, which say nothing about the picture: its hash is that of the copy's own colors, and only identical pictures share it.
 */
async function hashLikeness(image: Buffer): Promise<string> {
  const copy = sharp(image).resize(9, 8, { fit: 'fill' });
  const gray = await copy.clone().greyscale().raw().toBuffer();
  let bits = 0n;
  let [rises, falls] = [0, 0];
  for (let row = 0; row < 8; row += 1) {
    for (let column = 0; column < 8; column += 1) {
      const step = (gray[row * 9 + column + 1] ?? 0) - (gray[row * 9 + column] ?? 0);
      bits = (bits << 1n) | (step > 0 ? 1n : 0n);
      if (step >= MIN_STEP) rises += 1;
      if (step <= -MIN_STEP) falls += 1;
    }
  }
  if (Math.min(rises, falls) >= MIN_STEPS) return bits.toString(16).padStart(16, '0');
  return `${EXACT}${createHash('sha256')
    .update(await copy.clone().raw().toBuffer())
    .digest('hex')}`;
}

/** @throws PictureRefusal */
export async function makePicture(sent: Buffer): Promise<MadePicture> {
  try {
    // `failOn: error` rejects files with wrong checksums, which the default accepts.
    const options = { failOn: 'error', limitInputPixels: MAX_PIXELS, animated: false } as const;
    const { width = 0, height = 0 } = await sharp(sent, options).metadata();
    if (Math.max(width, height) > MAX_SIDE) throw new PictureRefusal('IMAGE_TOO_MANY_PIXELS');
    const { data: image, info } = await sharp(sent, options)
      .autoOrient()
      .toColourspace('srgb')
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: JPEG_QUALITY })
      .toBuffer({ resolveWithObject: true });
    const small = sharp(image).resize(THUMBNAIL);
    // One after the other: the process has one thread for this.
    const thumbnailWebp = await small.clone().webp({ quality: THUMBNAIL_QUALITY }).toBuffer();
    const thumbnailJpeg = await small.clone().jpeg({ quality: THUMBNAIL_QUALITY }).toBuffer();
    const differenceHash = await hashLikeness(image);
    const sha256 = createHash('sha256').update(image).digest('hex');
    return { image, thumbnailWebp, thumbnailJpeg, width: info.width, height: info.height, sha256, differenceHash };
  } catch (error) {
    if (error instanceof PictureRefusal) throw error;
    throw new PictureRefusal(isTooLarge(error) ? 'IMAGE_TOO_MANY_PIXELS' : 'IMAGE_UNDECODABLE');
  }
}
