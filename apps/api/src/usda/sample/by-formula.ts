import { createHash } from 'node:crypto';

const DAY_MS = 86_400_000;

/** A number from 0 to 1 that is always the same for the same text. */
export function chance(...words: readonly string[]): number {
  return createHash('sha256').update(words.join('|')).digest().readUInt32BE(0) / 2 ** 32;
}

export const cents = (dollars: number): number => Math.round(dollars * 100) / 100;

/** Converts `YYYY-MM-DD` to MARS's `MM/DD/YYYY`. */
export const usDate = (iso: string): string => `${iso.slice(5, 7)}/${iso.slice(8, 10)}/${iso.slice(0, 4)}`;

/** From -1 to 1 over a year. */
export const season = (iso: string): number => Math.sin((Date.parse(iso) / DAY_MS / 365) * 2 * Math.PI);
