import type { Region } from '@site/contracts';

export type ZipReading =
  | { readonly kind: 'incomplete' }
  | { readonly kind: 'invalid'; readonly startsWithZero: boolean }
  | {
      readonly kind: 'region';
      readonly region: Region;
      /** Set if USDA lists the code's state under a different region than the table does. */
      readonly listedUnder: Region | null;
    };

/** The specified table: the highest code of each band. */
const BANDS: readonly (readonly [number, Region])[] = [
  [19999, 'Northeast'],
  [39999, 'Southeast'],
  [59999, 'Midwest'],
  [79999, 'Southcentral'],
  [99999, 'Northwest'],
];

/** Three-digit prefixes of states that the table assigns to Northwest and USDA lists elsewhere. */
const LISTED_ELSEWHERE: readonly (readonly [number, number, Region])[] = [
  [840, 847, 'Southwest'], // Utah
  [850, 865, 'Southwest'], // Arizona
  [889, 898, 'Southwest'], // Nevada
  [900, 961, 'Southwest'], // California
  [967, 968, 'Hawaii'],
  [995, 999, 'Alaska'],
];

/** Reads a ZIP code as typed; anything but five characters is still being typed. */
export function readZip(text: string): ZipReading {
  if (text.length !== 5) return { kind: 'incomplete' };
  if (!/^\d{5}$/.test(text)) return { kind: 'invalid', startsWithZero: false };
  const code = Number(text);
  if (code < 10000) return { kind: 'invalid', startsWithZero: true };
  const band = BANDS.find(([highest]) => code <= highest);
  if (!band) return { kind: 'invalid', startsWithZero: false };
  const prefix = Math.floor(code / 100);
  const elsewhere = LISTED_ELSEWHERE.find(([first, last]) => prefix >= first && prefix <= last);
  return { kind: 'region', region: band[1], listedUnder: elsewhere?.[2] ?? null };
}
