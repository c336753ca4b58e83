/** Parsers for single MARS values: pure, and strict where a guess could put a wrong price on a page. */

const MAX_TEXT_CHARACTERS = 500;
const NOT_STATED = new Set(['', 'n/a', 'none', 'null']);
const PLAIN_NUMBER = /^\$?\s*(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?$/;
const DATE = /^(\d{2})\/(\d{2})\/(\d{4})$/;

/** An optional MARS value: `ambiguous` means present but not readable as one number. */
export type ReadNumber = { readonly kind: 'number'; readonly value: number } | { readonly kind: 'missing' | 'ambiguous' };

export function readText(value: unknown): string | null {
  const text = typeof value === 'number' && Number.isFinite(value) ? String(value) : value;
  if (typeof text !== 'string') return null;
  const trimmed = text.trim();
  return NOT_STATED.has(trimmed.toLowerCase()) ? null : trimmed.slice(0, MAX_TEXT_CHARACTERS);
}

export function readNumber(value: unknown): ReadNumber {
  if (value === null || value === undefined) return { kind: 'missing' };
  if (typeof value === 'number') {
    return Number.isFinite(value) && value >= 0 ? { kind: 'number', value } : { kind: 'ambiguous' };
  }
  if (typeof value !== 'string') return { kind: 'ambiguous' };
  const text = value.trim();
  if (NOT_STATED.has(text.toLowerCase())) return { kind: 'missing' };
  if (!PLAIN_NUMBER.test(text)) return { kind: 'ambiguous' };
  return { kind: 'number', value: Number(text.replace(/[$,\s]/g, '')) };
}

export function readCount(value: unknown): number | null {
  const read = readNumber(value);
  return read.kind === 'number' && Number.isInteger(read.value) ? read.value : null;
}

/**
 * Converts `MM/DD/YYYY` to `YYYY-MM-DD`. The text is split, not parsed as a timestamp, which could shift to another day
 * depending on the server's time zone. Returns null for a date that does not exist.
 */
export function readCalendarDate(value: unknown): string | null {
  const [, month, day, year] = (typeof value === 'string' && DATE.exec(value.trim())) || [];
  if (!month || !day || !year) return null;
  const iso = `${year}-${month}-${day}`;
  const moment = new Date(`${iso}T00:00:00Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(iso) ? iso : null;
}

const REGIONS: ReadonlyMap<string, string> = new Map(
  ['NATIONAL', 'Northeast', 'Southeast', 'Midwest', 'Southcentral', 'Southwest', 'Northwest', 'Alaska', 'Hawaii'].map((name) => [
    name.toUpperCase(),
    name,
  ]),
);

/** "SOUTH CENTRAL U.S." and "MidWest" as this site writes them; an unknown region stays unchanged. */
export function normalizeRegion(text: string): string {
  const key = text
    .toUpperCase()
    .replace(/\bU\.?S\.?(?=\s|$)/g, '')
    .replace(/[\s.]/g, '');
  return REGIONS.get(key) ?? text;
}

const OLD_EGG_TYPE = /^(WHITE|BROWN) (JUMBO|EXTRA LARGE|LARGE|MEDIUM|SMALL)$/;

function capitalize(words: string): string {
  return words.toLowerCase().replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
}

/** Until September 2024 the egg report wrote "WHITE LARGE" for what is now "Large White". */
export function normalizeType(text: string): string {
  const [, color, size] = OLD_EGG_TYPE.exec(text) ?? [];
  return color && size ? `${capitalize(size)} ${capitalize(color)}` : text;
}
