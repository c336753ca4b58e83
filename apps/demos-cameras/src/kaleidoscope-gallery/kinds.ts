import { EXHIBITS, type Exhibit, type Submission } from '@site/contracts';

/** What the gallery calls the pictures from each page: singular and plural. */
export const KIND_WORDS: Record<Exhibit, readonly [one: string, many: string]> = {
  kaleidoscope: ['Flower garden', 'Flower gardens'],
  collage: ['20-photo collage', '20-photo collages'],
  hexagon: ['Honeycomb', 'Honeycombs'],
  squares: ['Square grid', 'Square grids'],
  optimal: ['12-photo grid', '12-photo grids'],
  'optimal-80': ['80-photo grid', '80-photo grids'],
  'hex-square': ['Hybrid tessellation', 'Hybrid tessellations'],
};

/** The kind in the address; anything else means all kinds. */
export const kindFrom = (value: string | null): Exhibit | null => EXHIBITS.find((exhibit) => exhibit === value) ?? null;

const days = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' });
const counts = new Intl.NumberFormat('en-US');

/** "1 photo", "1,000 photos". */
export const countOf = (count: number, thing: 'photo' | 'picture'): string =>
  `${counts.format(count)} ${thing}${count === 1 ? '' : 's'}`;

/** "Honeycomb of 100 photos, November 20, 2026", "12-photo grid, November 20, 2026": a picture's name, wherever shown. */
export function nameOf({ exhibit, flowerCount, createdAt }: Submission): string {
  const kind = exhibit ? KIND_WORDS[exhibit][0] : 'Picture';
  const isCounted = kind.startsWith(`${flowerCount}-photo `);
  return `${isCounted ? kind : `${kind} of ${countOf(flowerCount, 'photo')}`}, ${days.format(new Date(createdAt))}`;
}
