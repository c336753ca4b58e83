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

/** Normalized region name: USDA writes `SOUTH CENTRAL U.S.` and `Southcentral` for one place. */
const normalize = (text: string): string => text.toLowerCase().replaceAll('u.s.', '').replaceAll(/[\s.]/g, '');

const PLACES_BY_NORMALIZED_NAME = new Map(PLACES.map((place) => [normalize(place), place]));
const known = new Map<string, Place | null>();

/** The place that a row's region names; cached, because a report spells each in only a few ways. Null for an unknown region. */
export function placeNamed(text: string): Place | null {
  const before = known.get(text);
  if (before !== undefined) return before;
  const place = PLACES_BY_NORMALIZED_NAME.get(normalize(text)) ?? null;
  known.set(text, place);
  return place;
}

export function isRegion(text: string): text is Region {
  return REGIONS.some((region) => region === text);
}
