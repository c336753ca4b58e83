import { decode, encode } from 'modern-gif';
import { framesOf, type LoopPlan, type Pixels } from './loop.model.ts';

const COLORS = 256;
/** The encoder uses the last color of each table for transparent pixels. */
const TRANSPARENT = COLORS - 1;
const word = (value: number) => [value & 255, value >> 8];
const letters = (text: string) => [...text].map((letter) => letter.charCodeAt(0));
/** Packed field of an image: it has a local color table of 2 ** (7 + 1) colors. */
const TABLE_OF_256 = 0b1000_0111;

/**
 * The picture as a GIF that begins with the first photo and repeats forever. Given all frames at once, the encoder would
 * compare whole frames, keep a hundred pictures in memory, and use one color table for all. So each frame's box is encoded as
 * a picture of its own, with its own 255 colors, and the boxes are joined here: https://www.w3.org/Graphics/GIF/spec-gif89a.txt
 * @param onFrame called after each frame, counted from 1
 */
export async function encodeLoop(plan: LoopPlan, picture: Pixels, onFrame: (frame: number) => void): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const add = (...bytes: number[]) => void parts.push(Uint8Array.from(bytes));
  add(...letters('GIF89a'), ...word(plan.width), ...word(plan.height), 0, 0, 0);
  // The application extension that makes a GIF repeat forever.
  add(0x21, 0xff, 11, ...letters('NETSCAPE2.0'), 3, 1, ...word(0), 0);
  let at = 0;
  for (const { width, height, data } of framesOf(plan, picture)) {
    const { box, delayMs } = plan.frames[at]!;
    const file = await encode({ width, height, dither: 'floyd-steinberg', frames: [{ data, width, height }] });
    const { colorTable = [], frames } = decode(file);
    const { left, top, dataPositions, ...cropped } = frames[0]!;
    // Graphic control: the frame stays under the next one, and one color is transparent.
    add(0x21, 0xf9, 4, 0b101, ...word(delayMs / 10), TRANSPARENT, 0);
    add(0x2c, ...word(box.x + left), ...word(box.y + top), ...word(cropped.width), ...word(cropped.height), TABLE_OF_256);
    add(...colorTable.flat());
    // Compressed pixels begin with the size of their codes and of the first block, and extend to the file's trailer.
    parts.push(new Uint8Array(file).slice(dataPositions[0]![0]! - 2, -1));
    onFrame((at += 1));
  }
  add(0x3b);
  return new Blob(parts, { type: 'image/gif' });
}
