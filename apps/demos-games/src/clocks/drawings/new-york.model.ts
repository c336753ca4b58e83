import type { WallTime } from '../clock.model.ts';

export type Sky = 'night' | 'dawn' | 'day' | 'dusk';

/** The sun's position on its daily circle, in degrees clockwise: lowest at midnight, highest at noon. */
export function sunAngle({ hours, minutes }: WallTime): number {
  return (15 * hours + 0.25 * minutes + 180) % 360;
}

/** The light over the city, by the time of day only; the season is ignored. */
export function skyAt({ hours }: WallTime): Sky {
  if (hours < 5 || hours >= 21) return 'night';
  if (hours < 8) return 'dawn';
  return hours < 18 ? 'day' : 'dusk';
}

/** Towers from left to right: left edge, width, roof, all in the drawing's units; the spire stands on the roof. */
export const TOWERS = [
  { x: -80, width: 12, roof: 52, spire: 0 },
  { x: -68, width: 9, roof: 40, spire: 0 },
  { x: -59, width: 12, roof: 48, spire: 0 },
  { x: -47, width: 8, roof: 33, spire: 6 },
  { x: -39, width: 13, roof: 45, spire: 0 },
  { x: -26, width: 7, roof: 30, spire: 0 },
  { x: -19, width: 11, roof: 42, spire: 0 },
  { x: -8, width: 12, roof: 22, spire: 15 },
  { x: 4, width: 10, roof: 40, spire: 0 },
  { x: 14, width: 13, roof: 47, spire: 0 },
  { x: 27, width: 8, roof: 29, spire: 9 },
  { x: 35, width: 12, roof: 43, spire: 0 },
  { x: 47, width: 10, roof: 36, spire: 0 },
  { x: 57, width: 12, roof: 50, spire: 0 },
  { x: 69, width: 12, roof: 44, spire: 0 },
] as const;

export interface Point {
  readonly x: number;
  readonly y: number;
}

const WINDOW_PITCH = 3.6;

/** About two in five windows are lit. The choice is fixed, so that the picture is the same on every visit. */
export function windowsOf(tower: (typeof TOWERS)[number]): readonly Point[] {
  const places: Point[] = [];
  for (let y = tower.roof + 3; y < 84; y += WINDOW_PITCH) {
    for (let x = tower.x + 1.8; x < tower.x + tower.width - 1.4; x += WINDOW_PITCH) {
      if ((Math.round(x * 7) * 31 + Math.round(y * 5) * 17) % 5 < 2) places.push({ x, y });
    }
  }
  return places;
}
