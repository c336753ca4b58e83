import { svgPoint, type Point } from './polar.ts';

/** Angle at which the neck leaves a circle, from the hand's axis; with a wider one the drop looks glued on. */
const NECK_ANGLE = (56 / 180) * Math.PI;

export interface Tongue {
  /** Radius of the pool in the middle. */
  readonly pool: number;
  /** Radius of the drop, and how far out it hangs. */
  readonly drop: number;
  readonly distance: number;
  /** Half the width of the neck at its thinnest. */
  readonly neck: number;
}

export const HOUR_TONGUE: Tongue = { pool: 22, drop: 15, distance: 45, neck: 6 };
export const MINUTE_TONGUE: Tongue = { pool: 16, drop: 11, distance: 66, neck: 3.6 };
export const SECOND_TONGUE: Tongue = { pool: 10, drop: 6, distance: 81, neck: 1.4 };

/**
 * The liquid between a pool at the origin and a drop above it, pointing to twelve. Two cubic curves leave both circles
 * along their tangents, so that pool, neck and drop are one smooth body.
 */
export function neck({ pool, drop, distance, neck: half }: Tongue): string {
  const sin = Math.sin(NECK_ANGLE);
  const cos = Math.cos(NECK_ANGLE);
  // Along the tangent until the given half width is reached.
  const handle = (radius: number) => ((radius * sin - half) / cos) * sin;
  const side = (sign: 1 | -1): readonly [Point, Point, Point, Point] => [
    { x: sign * pool * sin, y: -pool * cos },
    { x: sign * half, y: -(pool * cos + handle(pool)) },
    { x: sign * half, y: -(distance - drop * cos - handle(drop)) },
    { x: sign * drop * sin, y: -(distance - drop * cos) },
  ];
  const [poolRight, outRight, inRight, dropRight] = side(1);
  const [poolLeft, outLeft, inLeft, dropLeft] = side(-1);
  return [
    `M${svgPoint(poolRight)}`,
    `C${svgPoint(outRight)} ${svgPoint(inRight)} ${svgPoint(dropRight)}`,
    `L${svgPoint(dropLeft)}`,
    `C${svgPoint(inLeft)} ${svgPoint(outLeft)} ${svgPoint(poolLeft)}`,
    'Z',
  ].join('');
}
