/** The regions of USDA's retail reports, as this site writes them. Every report also has NATIONAL rows. */
export const REGIONS = [
  'Northeast',
  'Southeast',
  'Midwest',
  'Southcentral',
  'Southwest',
  'Northwest',
  'Alaska',
  'Hawaii',
] as const;

export type Region = (typeof REGIONS)[number];
export type Place = Region | 'NATIONAL';

export const PLACES: readonly Place[] = ['NATIONAL', ...REGIONS];

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

/** Normalized region name: USDA writes `SOUTH CENTRAL U.S.` and `Southcentral` for one place. */
const normal = (text: string): string => text.toLowerCase().replaceAll('u.s.', '').replaceAll(/[\s.]/g, '');

const PLACES_BY_NORMAL = new Map(PLACES.map((place) => [normal(place), place]));
const known = new Map<string, Place | null>();

/** The place that a row's region means, cached because a report spells each in few ways. Null for one that is not in the table. */
export function placeNamed(text: string): Place | null {
  const before = known.get(text);
  if (before !== undefined) return before;
  const place = PLACES_BY_NORMAL.get(normal(text)) ?? null;
  known.set(text, place);
  return place;
}

export function isRegion(text: string): text is Region {
  return REGIONS.some((region) => region === text);
}
