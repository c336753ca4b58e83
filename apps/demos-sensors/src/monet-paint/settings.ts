import { numberIn } from '../exhibit/number-in.ts';
import { PALETTES, paletteOf } from './palettes.ts';

export interface Settings {
  readonly palette: string;
  /** Radius of the brush, in hundredths of the square root of the picture's area. */
  readonly brush: number;
  /** 0 flows like water, 100 is stiff like tube paint. */
  readonly viscosity: number;
}

export const BRUSH = { min: 2, max: 20 } as const;
export const DEFAULT_SETTINGS: Settings = { palette: PALETTES[0]!.id, brush: 7, viscosity: 40 };

/** Settings from the address; missing or invalid ones get their defaults. */
export function readSettings(search: string): Settings {
  const parameters = new URLSearchParams(search);
  return {
    palette: paletteOf(parameters.get('palette') ?? '')?.id ?? DEFAULT_SETTINGS.palette,
    brush: Math.round(numberIn(parameters.get('brush'), BRUSH.min, BRUSH.max, DEFAULT_SETTINGS.brush)),
    viscosity: Math.round(numberIn(parameters.get('viscosity'), 0, 100, DEFAULT_SETTINGS.viscosity)),
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
