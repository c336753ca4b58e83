import { inflateSync } from 'node:zlib';

/**
 * The text of each page in the order of the file's content streams, as a program that ignores columns reads it. Supports
 * only what a browser's print function writes: version 1.4, no object streams, one or two bytes per glyph, ToUnicode maps.
 */
export function textOfPages(pdf: Buffer): readonly string[] {
  const objects = readObjects(pdf);
  const pages = [...objects.values()].filter(({ dictionary }) => /\/Type \/Page\b/.test(dictionary));
  return pages.map(({ dictionary }) => {
    const fonts = new Map(
      [...(/\/Font <<(.*?)>>/s.exec(dictionary)?.[1] ?? '').matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', id]) => [
        name,
        readFont(objects, Number(id)),
      ]),
    );
    const contents = objects.get(Number(/\/Contents (\d+) 0 R/.exec(dictionary)?.[1]));
    if (!contents?.stream) throw new Error('a page without contents');
    return readContents(contents.stream, fonts);
  });
}

/** Points per unit of the coordinates in which a browser places pictures on a sheet. */
const UNIT = 0.24;

interface PrintedPicture {
  /** On the sheet, in points. */
  readonly left: number;
  readonly width: number;
  readonly height: number;
  /** The number of different bytes among its pixels: 1 for a black picture. */
  readonly tones: number;
}

/** The pictures of a file, each where it is drawn. */
export function picturesOf(pdf: Buffer): readonly PrintedPicture[] {
  const objects = readObjects(pdf);
  return [...objects.values()].flatMap(({ dictionary, stream = '' }) => {
    if (dictionary.includes('/Subtype /Image')) return [];
    const placed = stream.matchAll(/([\d.]+) 0 0 -([\d.]+) ([\d.]+) [\d.]+ cm\n(?:.* (?:rg|gs)\n)*\/(X\d+) Do/g);
    return [...placed].flatMap(([, width, height, left, name = '']) => {
      const picture = objects.get(Number(name.slice(1)));
      if (!picture?.dictionary.includes('/Subtype /Image')) return [];
      return [
        {
          left: Number(left) * UNIT,
          width: Number(width) * UNIT,
          height: Number(height) * UNIT,
          tones: new Set(picture.stream).size,
        },
      ];
    });
  });
}

interface PdfObject {
  /** The part before the stream, or the whole object. */
  readonly dictionary: string;
  readonly stream?: string;
}

function readObjects(pdf: Buffer): ReadonlyMap<number, PdfObject> {
  const text = pdf.toString('latin1');
  const objects = new Map<number, PdfObject>();
  const head = /(?:^|\n)(\d+) 0 obj\n/g;
  for (let found = head.exec(text); found; found = head.exec(text)) {
    const from = head.lastIndex;
    const end = text.indexOf('endobj', from);
    const streamAt = text.indexOf('stream\n', from);
    if (streamAt < 0 || streamAt > end) {
      objects.set(Number(found[1]), { dictionary: text.slice(from, end) });
      continue;
    }
    const dictionary = text.slice(from, streamAt);
    const begin = streamAt + 'stream\n'.length;
    const bytes = pdf.subarray(begin, begin + Number(/\/Length (\d+)/.exec(dictionary)?.[1]));
    objects.set(Number(found[1]), {
      dictionary,
      stream: (dictionary.includes('/FlateDecode') ? inflateSync(bytes) : bytes).toString('latin1'),
    });
    head.lastIndex = begin + bytes.length;
  }
  return objects;
}

interface Font {
  readonly digits: 2 | 4;
  readonly letters: ReadonlyMap<string, string>;
}

/** Hexadecimal UTF-16, as a ToUnicode map writes it. */
const letterOf = (hex: string) => Buffer.from(hex, 'hex').swap16().toString('utf16le');

function readFont(objects: ReadonlyMap<number, PdfObject>, id: number): Font {
  const { dictionary = '' } = objects.get(id) ?? {};
  const map = objects.get(Number(/\/ToUnicode (\d+) 0 R/.exec(dictionary)?.[1]))?.stream ?? '';
  const letters = new Map<string, string>();
  for (const [, block = ''] of map.matchAll(/beginbfchar\n(.*?)endbfchar/gs)) {
    for (const [, code = '', letter = ''] of block.matchAll(/<(\w+)> <(\w+)>/g)) letters.set(code, letterOf(letter));
  }
  for (const [, block = ''] of map.matchAll(/beginbfrange\n(.*?)endbfrange/gs)) {
    for (const [, from = '', to = '', letter = ''] of block.matchAll(/<(\w+)> <(\w+)> <(\w+)>/g)) {
      const first = Number.parseInt(from, 16);
      for (let code = first; code <= Number.parseInt(to, 16); code += 1) {
        const name = code.toString(16).toUpperCase().padStart(from.length, '0');
        letters.set(name, letterOf((Number.parseInt(letter, 16) + code - first).toString(16).padStart(4, '0')));
      }
    }
  }
  return { digits: dictionary.includes('/Type0') ? 4 : 2, letters };
}

/** Each text block and each vertical move starts a new line. */
function readContents(stream: string, fonts: ReadonlyMap<string, Font>): string {
  let font: Font | undefined;
  let text = '';
  for (const [, name, , y, codes, begin] of stream.matchAll(
    /\/(F\d+) [\d.]+ Tf|(-?[\d.]+) (-?[\d.]+) Td|<([0-9A-F]+)> Tj|\b(BT)\b/g,
  )) {
    if (begin || (y !== undefined && Number(y) !== 0)) text += '\n';
    if (name) font = fonts.get(name);
    if (!codes) continue;
    const { digits = 2, letters = new Map<string, string>() } = font ?? {};
    for (let at = 0; at < codes.length; at += digits) text += letters.get(codes.slice(at, at + digits)) ?? '\ufffd';
  }
  return text
    .replace(/[ \u00a0]+/g, ' ')
    .replace(/\n+/g, '\n')
    .trim();
}
