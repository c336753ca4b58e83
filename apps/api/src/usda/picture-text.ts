import { LETTERS } from './picture-letters.ts';

const GLYPHS: ReadonlyMap<string, readonly [width: number, path: string]> = new Map(
  LETTERS.map(([letter, width, path]) => [letter, [width, path]]),
);
const [, UNKNOWN = [500, ''] as const] = [...GLYPHS].find(([letter]) => letter === '?') ?? [];
const UNITS_PER_EM = 1000;
/** Stroke width of bold letters: the font itself has only the normal weight. */
const BOLD_STROKE = 26;

const glyphsOf = (text: string) => [...text].map((letter) => GLYPHS.get(letter) ?? UNKNOWN);

const widthOf = (text: string, size: number): number =>
  (glyphsOf(text).reduce((sum, [width]) => sum + width, 0) * size) / UNITS_PER_EM;

export interface TextOptions {
  readonly x: number;
  /** The baseline. */
  readonly y: number;
  readonly size: number;
  readonly fill: string;
  readonly isBold?: boolean;
  readonly anchor?: 'start' | 'middle' | 'end';
}

const LEFT_SHARE = { start: 0, middle: 0.5, end: 1 } as const;

/** A line of text as an SVG path: a server may have no fonts. */
export function writeText(text: string, { x, y, size, fill, isBold = false, anchor = 'start' }: TextOptions): string {
  const left = x - widthOf(text, size) * LEFT_SHARE[anchor];
  let at = 0;
  const letters = glyphsOf(text).map(([width, path]) => {
    const letter = path && `<path transform="translate(${at})" d="${path}"/>`;
    at += width;
    return letter;
  });
  const stroke = isBold ? ` stroke="${fill}" stroke-width="${BOLD_STROKE}"` : '';
  return `<g fill="${fill}"${stroke} transform="translate(${left.toFixed(1)} ${y.toFixed(1)}) scale(${size / UNITS_PER_EM})">${letters.join('')}</g>`;
}

/** Breaks text into lines no wider than `width`; text that does not fit ends in three dots. */
export function wrapText(text: string, size: number, width: number, maxLines: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && widthOf(`${last} ${word}`, size) <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  const shown = lines.slice(0, maxLines);
  return shown.map((line, index) => {
    const isCut = index === maxLines - 1 && lines.length > maxLines;
    let end = line.length;
    const lineTo = () => (isCut || end < line.length ? `${line.slice(0, end).trimEnd()}...` : line);
    while (end > 1 && widthOf(lineTo(), size) > width) end -= 1;
    return lineTo();
  });
}
