import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { EXACT } from './likeness.ts';
import { PictureRefusal } from './read-submission.ts';

const MAX_PIXELS = 16_800_000;
const MAX_SIDE = 8192;
/** Generous, because the clock counts on a busy machine too, and a good picture must not be called broken. `MAX_PIXELS` bounds the work. */
const DECODE_SECONDS = 20;
const JPEG_QUALITY = 90;
const THUMBNAIL = { width: 480, height: 480, fit: 'inside', withoutEnlargement: true } as const;
const THUMBNAIL_QUALITY = 75;

// Of all that libvips can read only what the gallery takes: an SVG, for one, may name other files.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer'] });
sharp.cache(false);
sharp.concurrency(1);

/** A picture made anew from the pixels of what was sent: nothing else of the sent file is in it. */
export interface MadePicture {
  readonly image: Buffer;
  readonly thumbnailWebp: Buffer;
  readonly thumbnailJpeg: Buffer;
  readonly width: number;
  readonly height: number;
  /** SHA-256 of `image`, hex. */
  readonly sha256: string;
  /** 64-bit difference hash, hex: near for pictures that look alike; for pictures without detail an exact one. */
  readonly differenceHash: string;
}

const isTooLarge = (error: unknown): boolean => error instanceof Error && /pixel limit/i.test(error.message);

/** Grey levels; less is noise of the encoder. */
const MIN_STEP = 3;
/** Of each direction: more bits than two likenesses may differ in, so that no picture is like every flat one. */
const MIN_STEPS = 8;

/**
 * One bit per pixel of a 9 x 8 grey copy: is its right neighbor brighter? Flat colors and gradients give all the same bits, which say
 * nothing of the picture: for them the hash is that of the copy's own colors, and only the same picture has it.
 */
async function hashLikeness(image: Buffer): Promise<string> {
  const copy = sharp(image).resize(9, 8, { fit: 'fill' });
  const grey = await copy.clone().greyscale().raw().toBuffer();
  let bits = 0n;
  let [rises, falls] = [0, 0];
  for (let row = 0; row < 8; row += 1) {
    for (let column = 0; column < 8; column += 1) {
      const step = (grey[row * 9 + column + 1] ?? 0) - (grey[row * 9 + column] ?? 0);
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
    // `failOn: error` refuses files whose checksums are wrong, which the default lets through.
    const options = { failOn: 'error', limitInputPixels: MAX_PIXELS, animated: false } as const;
    const { width = 0, height = 0 } = await sharp(sent, options).metadata();
    if (Math.max(width, height) > MAX_SIDE) throw new PictureRefusal('IMAGE_TOO_MANY_PIXELS');
    const { data: image, info } = await sharp(sent, options)
      .timeout({ seconds: DECODE_SECONDS })
      .autoOrient()
      .toColourspace('srgb')
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: JPEG_QUALITY })
      .toBuffer({ resolveWithObject: true });
    const small = sharp(image).resize(THUMBNAIL);
    // One after the other: each holds one of the four threads that files, SQLite and compression need too.
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
