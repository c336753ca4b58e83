export interface Palette {
  readonly id: string;
  readonly name: string;
  /** From the top of the picture to its bottom, `#rrggbb`. */
  readonly ground: readonly string[];
  /** Accent colors in the composition and on the brush. */
  readonly accents: readonly string[];
}

/** Mixed by eye for this page, to suggest times of day and weather; no painting was measured. */
export const PALETTES: readonly Palette[] = [
  {
    id: 'pond',
    name: 'Pond at noon',
    ground: ['#d3e6d2', '#86bcae', '#3d8088', '#1d4660'],
    accents: ['#f3b3c6', '#f8e79b', '#5b63b0'],
  },
  {
    id: 'poppies',
    name: 'Poppies',
    ground: ['#b9d6f0', '#efdca3', '#86a24f', '#3a5a34'],
    accents: ['#e2432c', '#f9efdd', '#6f7fc4'],
  },
  {
    id: 'dusk',
    name: 'Dusk at sea',
    ground: ['#f8c487', '#e58477', '#7b66a6', '#26325e'],
    accents: ['#ffe3a8', '#6fb4d6', '#c23f63'],
  },
  {
    id: 'frost',
    name: 'First frost',
    ground: ['#f0f3f7', '#cbd8eb', '#92a9cb', '#52648d'],
    accents: ['#f6c5ad', '#e2ebc6', '#8d79b5'],
  },
  {
    id: 'night',
    name: 'Night garden',
    ground: ['#22386f', '#2a5c93', '#2a7474', '#101c36'],
    accents: ['#f6d55c', '#cd8fe0', '#7fd6c2'],
  },
];

export type Color = readonly [red: number, green: number, blue: number];

/** Each picture looks up the same few colors tens of thousands of times. */
const colors = new Map<string, Color>();

/** 0 to 1 per channel, in sRGB. */
export function colorOf(hex: string): Color {
  const known = colors.get(hex);
  if (known) return known;
  const value = Number.parseInt(hex.slice(1), 16);
  const color: Color = [((value >> 16) & 255) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255];
  colors.set(hex, color);
  return color;
}

export function hexOf(color: Color): string {
  return `#${color
    .map((channel) =>
      Math.round(Math.min(1, Math.max(0, channel)) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

/** Channels are mixed as squares, which is closer to linear light than sRGB values, so that blue and yellow do not turn muddy. */
export function mix(a: Color, b: Color, share: number): Color {
  const channel = (i: 0 | 1 | 2) => Math.sqrt(a[i] * a[i] * (1 - share) + b[i] * b[i] * share);
  return [channel(0), channel(1), channel(2)];
}

/** What brushes paint with. */
export const brushColorsOf = ({ accents, ground }: Palette): readonly Color[] =>
  [...accents, ground[0]!, ground.at(-1)!].map(colorOf);

export function paletteOf(id: string): Palette | undefined {
  return PALETTES.find((palette) => palette.id === id);
}
