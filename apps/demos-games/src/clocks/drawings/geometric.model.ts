import { polar, svgNumber } from './polar.ts';

export interface Figure {
  readonly sides: number;
  /** Radius of the circle through its corners. */
  readonly radius: number;
}

/** Three nested figures with gaps between them, so that they rotate without touching. */
export const HOUR_TRIANGLE: Figure = { sides: 3, radius: 44 };
export const MINUTE_SQUARE: Figure = { sides: 4, radius: 67 };
export const SECOND_HEXAGON: Figure = { sides: 6, radius: 83 };

/** Corners of the regular polygon, the first one at twelve. */
export function corners({ sides, radius }: Figure): string {
  return Array.from({ length: sides }, (_, corner) => {
    const { x, y } = polar((corner * 360) / sides, radius);
    return `${svgNumber(x)},${svgNumber(y)}`;
  }).join(' ');
}
