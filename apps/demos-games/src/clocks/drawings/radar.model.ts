import { polar, svgPoint } from './polar.ts';

/** Length of the afterglow behind the beam in degrees, and number of steps in which it fades. */
const TRAIL_DEGREES = 72;
const TRAIL_STEPS = 18;
/** A target never gets completely dark, so that the clock can be read between two sweeps. */
const MIN_ECHO = 0.55;

/** A slice of a disc between two angles less than 180 degrees apart. */
export function slice(from: number, to: number, radius: number): string {
  return `M0 0L${svgPoint(polar(from, radius))}A${radius} ${radius} 0 0 1 ${svgPoint(polar(to, radius))}Z`;
}

export interface TrailStep {
  readonly path: string;
  readonly light: number;
}

/** The afterglow of the beam when it points to twelve; brightest next to the beam. */
export function trail(radius: number): readonly TrailStep[] {
  const width = TRAIL_DEGREES / TRAIL_STEPS;
  return Array.from({ length: TRAIL_STEPS }, (_, step) => ({
    path: slice(-(step + 1) * width, -step * width, radius),
    light: (1 - step / TRAIL_STEPS) ** 2,
  }));
}

/** Brightness of a target: 1 as the beam passes it, fading evenly until just before the beam comes around again. */
export function echo(beamDegrees: number, targetDegrees: number): number {
  const behind = (((beamDegrees - targetDegrees) % 360) + 360) % 360;
  return 1 - (1 - MIN_ECHO) * (behind / 360);
}
