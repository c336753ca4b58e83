import type { PriceRecord } from '@site/contracts';
import type { BeefCut } from './beef-cuts.ts';

/** The specification's filter: commodity, section or type contains any word of the cut, so "chuck eye" also finds eye of round. */
export function isBroadMatch(record: PriceRecord, cut: BeefCut): boolean {
  const words = cut.value
    .toLowerCase()
    .split(/[\s/]+/)
    .filter(Boolean);
  if (words.length === 0) return true;
  const texts = [record.commodity, record.section ?? '', record.type].map((text) => text.toLowerCase());
  return words.some((word) => texts.some((text) => text.includes(word)));
}

/** Words without punctuation, so that "Brisket, Flat" and "Tri Tip" match the cuts' names. */
const plain = (text: string): string =>
  ` ${text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()} `;

/** The type contains the cut's full name or one of its aliases. */
export function isExactMatch(record: PriceRecord, cut: BeefCut): boolean {
  if (cut.value === '') return true;
  const type = plain(record.type);
  return [cut.primaryName, ...cut.alternateNames].some((name) => type.includes(plain(name)));
}
