/** Bytes compressed at a time: a few ms on a slow machine. */
const BATCH_BYTES = 128 * 1024;
const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** Filter 1: each byte is the difference from the same channel of the pixel before. Neighboring pixels of paint differ little. */
const FILTER_LEFT = 1;

const crcOfByte = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? 0xedb88320 ^ (crc >>> 1) : crc >>> 1;
  return crc;
});

function checksum(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (let i = 0; i < bytes.length; i += 1) crc = crcOfByte[(crc ^ bytes[i]!) & 255]! ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

function chunk(type: string, data: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(data.length + 12);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, data.length);
  for (let i = 0; i < 4; i += 1) bytes[4 + i] = type.charCodeAt(i);
  bytes.set(data, 8);
  view.setUint32(8 + data.length, checksum(bytes.subarray(4, 8 + data.length)));
  return bytes;
}

function header(width: number, height: number): Uint8Array {
  const bytes = new Uint8Array(13);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  // Eight bits a channel, red, green and blue.
  bytes.set([8, 2], 8);
  return bytes;
}

/** Lets other tasks run. */
export const pause = () => new Promise((resolve) => setTimeout(resolve, 0));

export interface Png {
  /** Adds the next rows, from the top, as RGBA; the file contains no transparency. */
  add(rows: Uint8ClampedArray): Promise<void>;
  done(): Promise<Blob>;
}

/**
 * A PNG encoder that takes rows as they are drawn. It compresses a few rows at a time, so that frames continue. A canvas encodes on the
 * main thread, in a single task if frames leave no idle time: at 4K the page would not respond for a third of a second.
 */
export function createPng(width: number, height: number): Png {
  const deflate = new CompressionStream('deflate');
  const writer = deflate.writable.getWriter();
  const parts: BlobPart[] = [new Uint8Array(SIGNATURE), chunk('IHDR', header(width, height))];
  const collected = (async () => {
    const reader = deflate.readable.getReader();
    for (let next = await reader.read(); !next.done; next = await reader.read()) parts.push(chunk('IDAT', next.value));
  })();
  // Failures reach the writer and the reader; this promise may not be awaited yet.
  collected.catch(() => {});
  const line = 3 * width + 1;
  const rowsAtOnce = Math.max(1, Math.floor(BATCH_BYTES / line));

  function filtered(rgba: Uint8ClampedArray, from: number, to: number): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array((to - from) * line);
    let out = 0;
    for (let row = from; row < to; row += 1) {
      bytes[out] = FILTER_LEFT;
      out += 1;
      const begin = 4 * width * row;
      for (let channel = 0; channel < 3; channel += 1) bytes[out + channel] = rgba[begin + channel]!;
      out += 3;
      for (let pixel = begin + 4; pixel < begin + 4 * width; pixel += 4) {
        bytes[out] = rgba[pixel]! - rgba[pixel - 4]!;
        bytes[out + 1] = rgba[pixel + 1]! - rgba[pixel - 3]!;
        bytes[out + 2] = rgba[pixel + 2]! - rgba[pixel - 2]!;
        out += 3;
      }
    }
    return bytes;
  }

  return {
    async add(rgba) {
      const rows = rgba.length / (4 * width);
      for (let row = 0; row < rows; row += rowsAtOnce) {
        await writer.write(filtered(rgba, row, Math.min(rows, row + rowsAtOnce)));
        await pause();
      }
    },
    async done() {
      await writer.close();
      await collected;
      return new Blob([...parts, chunk('IEND', new Uint8Array())], { type: 'image/png' });
    },
  };
}
