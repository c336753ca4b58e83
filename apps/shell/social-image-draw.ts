import { crc32, deflateSync } from 'node:zlib';
import { SOCIAL_IMAGE } from './social-image.ts';

type Color = readonly [red: number, green: number, blue: number];

/** The home page's pairs, with their colors from libs/ui/src/tokens.css: center and radius in px. */
const CIRCLES: readonly { readonly x: number; readonly y: number; readonly radius: number; readonly fill: Color }[] = [
  { x: 318, y: 372, radius: 232, fill: [0xff, 0x8a, 0x1f] },
  { x: 556, y: 214, radius: 164, fill: [0x35, 0xb6, 0xff] },
  { x: 842, y: 286, radius: 206, fill: [0xff, 0x5f, 0x8f] },
  { x: 1012, y: 452, radius: 138, fill: [0x3f, 0xe0, 0x6b] },
];

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

/** Light through every circle that covers the pixel; an edge covers it partly. */
function colorAt(x: number, y: number): Color {
  let [red, green, blue] = [1, 1, 1];
  for (const circle of CIRCLES) {
    const cover = Math.min(1, Math.max(0, circle.radius - Math.hypot(x - circle.x, y - circle.y) + 0.5));
    const [r, g, b] = circle.fill;
    red *= 1 - cover * (1 - r / 255);
    green *= 1 - cover * (1 - g / 255);
    blue *= 1 - cover * (1 - b / 255);
  }
  return [red, green, blue];
}

/** A PNG of 8 bits per channel. The same bytes on every machine: only arithmetic, no fonts and no browser. */
export function drawSocialImage(): Buffer {
  const { width, height } = SOCIAL_IMAGE;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const stride = 1 + width * 3;
  const rows = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      rows.set(
        colorAt(x + 0.5, y + 0.5).map((value) => Math.round(value * 255)),
        y * stride + 1 + x * 3,
      );
    }
  }
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', new Uint8Array(0)),
  ]);
}
