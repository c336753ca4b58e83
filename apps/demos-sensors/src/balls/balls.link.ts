import { cos, sin } from '@site/sim';
import { numberIn } from '../exhibit/number-in.ts';
import { BALL_COUNT, GRAVITY, MAX_BALLS } from './balls.rules.ts';

/** The initial parameters of a simulation, carried by a link. */
export interface SimulationStart {
  readonly seed: number;
  readonly count: number;
  /** Degrees; 90 is straight down the screen, 0 to its right. */
  readonly tilt: number;
  /** px per tick squared. */
  readonly gravity: number;
}

export const DEFAULT_START: SimulationStart = { seed: 333, count: BALL_COUNT, tilt: 90, gravity: GRAVITY };
const MAX_SEED = 0xff_ff_ff_ff;

/** Reads the start from an address; missing or invalid parameters get their defaults. */
export function readStart(search: string): SimulationStart {
  const query = new URLSearchParams(search);
  const { seed, count, tilt, gravity } = DEFAULT_START;
  return {
    seed: Math.round(numberIn(query.get('seed'), 0, MAX_SEED, seed)),
    count: Math.round(numberIn(query.get('balls'), BALL_COUNT, MAX_BALLS, count)),
    tilt: numberIn(query.get('tilt'), -180, 180, tilt),
    gravity: numberIn(query.get('gravity'), 0, GRAVITY, gravity),
  };
}

/** The page's address with this start. */
export function linkOf({ seed, count, tilt, gravity }: SimulationStart, page: string): string {
  const link = new URL(page);
  const query = { seed: String(seed), balls: String(count), tilt: String(Math.round(tilt)), gravity: gravity.toFixed(2) };
  link.search = new URLSearchParams(query).toString();
  link.hash = '';
  return link.href;
}

interface Vector {
  readonly x: number;
  readonly y: number;
}

export function pullOf({ tilt, gravity }: Pick<SimulationStart, 'tilt' | 'gravity'>): Vector {
  // The default is exact: the sine and cosine of 90 degrees in floating point are not.
  if (tilt === DEFAULT_START.tilt) return { x: 0, y: gravity };
  const angle = (tilt * Math.PI) / 180;
  return { x: gravity * cos(angle), y: gravity * sin(angle) };
}

export function tiltOf({ x, y }: Vector): Pick<SimulationStart, 'tilt' | 'gravity'> {
  return { tilt: (Math.atan2(y, x) * 180) / Math.PI, gravity: Math.min(GRAVITY, Math.hypot(x, y)) };
}
