// Extracts letter outlines from the site's text font, so that the server can draw text in pictures on machines without fonts:
// `node tools/picture-letters.mjs` writes the module that price pictures use, and `--print` prints it.
// The font is a WOFF2 file (https://www.w3.org/TR/WOFF2/), in its normal weight.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { brotliDecompressSync } from 'node:zlib';

const TARGET = new URL('../apps/api/src/usda/picture-letters.ts', import.meta.url);
const FONT = createRequire(new URL('../apps/shell/package.json', import.meta.url)).resolve(
  '@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2',
);
/** The characters of item names, figures and dates; `?` stands for every other character. */
const LETTERS = [...Array.from({ length: 95 }, (_, index) => String.fromCodePoint(32 + index)), ...'–−’é'];
/** The tables that are read, by the number with which WOFF2 identifies them. */
const TABLES = { 0: 'cmap', 1: 'head', 2: 'hhea', 3: 'hmtx', 10: 'glyf', 11: 'loca' };
const OTHER_NAME = 63;
const UNITS_PER_EM = 1000;

/** Reads a buffer from front to back. */
function reader(buffer) {
  let at = 0;
  const take = (size) => buffer.subarray(at, (at += size));
  const u8 = () => take(1)[0];
  const u16 = () => take(2).readUInt16BE();
  const u32 = () => take(4).readUInt32BE();
  /** A number stored in seven bits per byte. */
  const base128 = () => {
    for (let value = 0; ;) {
      const byte = u8();
      value = value * 128 + (byte & 127);
      if (byte < 128) return value;
    }
  };
  /** A number that is usually small. */
  const small = () => {
    const code = u8();
    if (code === 253) return u16();
    return code === 255 ? u8() + 253 : code === 254 ? u8() + 506 : code;
  };
  return {
    take,
    u8,
    u16,
    u32,
    base128,
    small,
    i8: () => take(1).readInt8(),
    i16: () => take(2).readInt16BE(),
    skip: (size) => void take(size),
  };
}

function tablesOf(file) {
  const font = reader(file);
  font.skip(12);
  const count = font.u16();
  font.skip(6);
  const packedSize = font.u32();
  font.skip(24);
  const directory = Array.from({ length: count }, () => {
    const flags = font.u8();
    const isNamed = (flags & 63) === OTHER_NAME;
    if (isNamed) font.skip(4);
    const name = isNamed ? '' : TABLES[flags & 63];
    const size = font.base128();
    const isTransformed = name === 'glyf' || name === 'loca' ? flags >> 6 === 0 : flags >> 6 !== 0;
    return { name, isTransformed, size: isTransformed ? font.base128() : size };
  });
  const unpacked = reader(brotliDecompressSync(font.take(packedSize)));
  const tables = {};
  for (const { name, isTransformed, size } of directory) {
    const data = unpacked.take(size);
    if (name) tables[name] = { data, isTransformed };
  }
  return tables;
}

/** Glyphs by code point: the segments of format 4. */
function glyphOf({ data }, codePoint) {
  const count = data.readUInt16BE(2);
  const offsets = Array.from({ length: count }, (_, index) => data.readUInt32BE(4 + 8 * index + 4));
  const start = offsets.find((offset) => data.readUInt16BE(offset) === 4);
  if (start === undefined) throw new Error('the font has no cmap subtable in format 4');
  const segments = data.readUInt16BE(start + 6) / 2;
  const word = (table, index) => data.readUInt16BE(start + 14 + 2 * (table * segments + index) + (table > 0 ? 2 : 0));
  for (let index = 0; index < segments; index += 1) {
    const [end, first, delta, offset] = [0, 1, 2, 3].map((table) => word(table, index));
    if (codePoint < first || codePoint > end) continue;
    if (offset === 0) return (codePoint + delta) & 0xffff;
    const place = start + 16 + 2 * (3 * segments + index) + offset + 2 * (codePoint - first);
    return (data.readUInt16BE(place) + delta) & 0xffff;
  }
  throw new Error(`the font has no letter ${String.fromCodePoint(codePoint)}`);
}

const signed = (flag, value) => (flag & 1 ? value : -value);

/** A step from one point to the next: one to four bytes, as the point's flag says. */
function stepOf(flag, glyphs) {
  if (flag < 10) return [0, signed(flag, ((flag & 14) << 7) + glyphs.u8())];
  if (flag < 20) return [signed(flag, (((flag - 10) & 14) << 7) + glyphs.u8()), 0];
  if (flag < 84) {
    const [code, byte] = [flag - 20, glyphs.u8()];
    return [signed(flag, 1 + (code & 48) + (byte >> 4)), signed(flag >> 1, 1 + ((code & 12) << 2) + (byte & 15))];
  }
  if (flag < 120) {
    const code = flag - 84;
    const [x, y] = [glyphs.u8(), glyphs.u8()];
    return [signed(flag, 1 + (Math.floor(code / 12) << 8) + x), signed(flag >> 1, 1 + (((code % 12) >> 2) << 8) + y)];
  }
  if (flag < 124) {
    const [x, both, y] = [glyphs.u8(), glyphs.u8(), glyphs.u8()];
    return [signed(flag, (x << 4) + (both >> 4)), signed(flag >> 1, ((both & 15) << 8) + y)];
  }
  const [x, y] = [glyphs.u16(), glyphs.u16()];
  return [signed(flag, x), signed(flag >> 1, y)];
}

/** The glyphs that a glyph is made of, each with its place. */
function partsOf(parts, glyphs) {
  const all = [];
  for (let flags = 0x20; flags & 0x20;) {
    flags = parts.u16();
    const glyph = parts.u16();
    const number = flags & 1 ? parts.i16 : parts.i8;
    const [dx, dy] = [number(), number()];
    if (!(flags & 2) || flags & 0xc8) throw new Error('a component of a letter is transformed, not only moved');
    all.push({ glyph, dx, dy });
    if (!(flags & 0x20) && flags & 0x100) glyphs.skip(glyphs.small());
  }
  return { parts: all };
}

/** Contours of every glyph, as points, or the glyphs that it is made of. */
function outlinesOf({ data, isTransformed }) {
  if (!isTransformed) throw new Error('the outlines are not in the transformed format of WOFF2');
  const head = reader(data);
  head.skip(4);
  const count = head.u16();
  head.skip(2);
  const sizes = Array.from({ length: 7 }, () => head.u32());
  const [contours, points, flags, glyphs, parts] = sizes.map((size) => reader(head.take(size)));
  return Array.from({ length: count }, () => {
    const contourCount = contours.i16();
    if (contourCount < 0) return partsOf(parts, glyphs);
    const ends = Array.from({ length: contourCount }, () => points.small());
    let [x, y] = [0, 0];
    const outline = ends.map((size) =>
      Array.from({ length: size }, () => {
        const flag = flags.u8();
        const [dx, dy] = stepOf(flag & 127, glyphs);
        [x, y] = [x + dx, y + dy];
        return { x, y, isOn: flag < 128 };
      }),
    );
    if (contourCount > 0) glyphs.skip(glyphs.small());
    return outline;
  });
}

/** @returns contours of a glyph, which may be made of others */
function contoursOf(outlines, glyph) {
  const outline = outlines[glyph];
  if (Array.isArray(outline)) return outline;
  return outline.parts.flatMap(({ glyph: part, dx, dy }) =>
    contoursOf(outlines, part).map((contour) => contour.map(({ x, y, isOn }) => ({ x: x + dx, y: y + dy, isOn }))),
  );
}

const middle = (one, other) => ({ x: (one.x + other.x) / 2, y: (one.y + other.y) / 2, isOn: true });

/** Quadratic curves: between two off-curve points lies an implied on-curve one. */
function pathOf(contour, scale) {
  const whole = contour.flatMap((point, index) => {
    const before = contour.at(index - 1);
    return point.isOn || before.isOn ? [point] : [middle(before, point), point];
  });
  const first = whole.findIndex(({ isOn }) => isOn);
  const ordered = [...whole.slice(first), ...whole.slice(0, first + 1)];
  const at = ({ x, y }) => `${Math.round(x * scale)} ${Math.round(-y * scale)}`;
  return ordered
    .slice(1)
    .reduce(
      (path, point, index) => path + (point.isOn ? (ordered[index].isOn ? `L${at(point)}` : ` ${at(point)}`) : `Q${at(point)}`),
      `M${at(ordered[0])}`,
    )
    .concat('Z');
}

function letterLines() {
  const { cmap, head, hhea, hmtx, glyf } = tablesOf(readFileSync(FONT));
  const scale = UNITS_PER_EM / head.data.readUInt16BE(18);
  const outlines = outlinesOf(glyf);
  const widths = hhea.data.readUInt16BE(34);
  return LETTERS.map((letter) => {
    const glyph = glyphOf(cmap, letter.codePointAt(0));
    const index = Math.min(glyph, widths - 1);
    const width = hmtx.data.readUInt16BE(hmtx.isTransformed ? 1 + 2 * index : 4 * index);
    return [
      letter,
      Math.round(width * scale),
      contoursOf(outlines, glyph)
        .map((contour) => pathOf(contour, scale))
        .join(''),
    ];
  });
}

function moduleText() {
  const lines = letterLines().map((line) => `  ${JSON.stringify(line)},`);
  return `// Generated by tools/picture-letters.mjs from Hanken Grotesk (SIL Open Font License 1.1). Do not edit.
// oxfmt-ignore
/** Each letter with its width and its outline as SVG path data, y down from the baseline; an em is ${UNITS_PER_EM} units. */
export const LETTERS: readonly (readonly [letter: string, width: number, path: string])[] = [
${lines.join('\n')}
];
`;
}

if (process.argv[2] === '--print') process.stdout.write(moduleText());
else writeFileSync(TARGET, moduleText());
