import { PALETTES, paletteOf } from './palettes.ts';

export interface Settings {
  readonly palette: string;
  /** Width of the brush, in hundredths of the picture's side. */
  readonly brush: number;
  /** 0 flows like water, 100 is stiff like tube paint. */
  readonly viscosity: number;
}

export const BRUSH = { least: 2, most: 20 } as const;
export const DEFAULT_SETTINGS: Settings = { palette: PALETTES[0]!.id, brush: 7, viscosity: 40 };

function numberIn(text: string | null, least: number, most: number, otherwise: number): number {
  const value = text === null || text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) ? Math.round(Math.min(most, Math.max(least, value))) : otherwise;
}

/** Settings from the address; missing or invalid ones get their defaults. */
export function readSettings(search: string): Settings {
  const parameters = new URLSearchParams(search);
  return {
    palette: paletteOf(parameters.get('palette') ?? '')?.id ?? DEFAULT_SETTINGS.palette,
    brush: numberIn(parameters.get('brush'), BRUSH.least, BRUSH.most, DEFAULT_SETTINGS.brush),
    viscosity: numberIn(parameters.get('viscosity'), 0, 100, DEFAULT_SETTINGS.viscosity),
  };
}

/** The page's address with these settings, for sharing. */
export function linkOf({ palette, brush, viscosity }: Settings, page: string): string {
  const link = new URL(page);
  link.search = new URLSearchParams({ palette, brush: String(brush), viscosity: String(viscosity) }).toString();
  link.hash = '';
  return link.href;
}

/** Share of its speed that the paint loses per second: 0.35 for water, 0.999 for tube paint. */
export function lossPerSecond(viscosity: number): number {
  return 1 - Math.exp(-(0.43 + 6.5 * (viscosity / 100) ** 2));
}
