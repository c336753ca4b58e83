import type { HandAngles } from '../clock.model.ts';
import { polar, type Point } from './polar.ts';

/** Each channel is filled in sixty pours of six degrees. */
export const POURS = 60;
const DEGREES_PER_POUR = 360 / POURS;
/** The fractional part of the golden ratio: its multiples are evenly distributed, so no two pours look alike. */
const GOLDEN = 0.618_033_988_75;

export interface Channel {
  readonly radius: number;
  readonly width: number;
  readonly grainsPerPour: number;
}

export interface Grain extends Point {
  readonly size: number;
}

export const HOUR_CHANNEL: Channel = { radius: 36, width: 17, grainsPerPour: 5 };
export const MINUTE_CHANNEL: Channel = { radius: 60, width: 15, grainsPerPour: 6 };
export const SECOND_CHANNEL: Channel = { radius: 81, width: 11, grainsPerPour: 6 };

const fraction = (value: number): number => value - Math.floor(value);

/** The grains of one pour, between its two angles and the channel's two walls. */
export function grainsOf({ radius, width, grainsPerPour }: Channel, pour: number): readonly Grain[] {
  return Array.from({ length: grainsPerPour }, (_, grain) => {
    const number = pour * grainsPerPour + grain;
    const along = (grain + 0.5) / grainsPerPour;
    const across = fraction(number * GOLDEN) - 0.5;
    const size = 1 + 1.1 * fraction(number * GOLDEN * GOLDEN * 7);
    return { ...polar((pour + along) * DEGREES_PER_POUR, radius + across * (width - 2 * size)), size };
  });
}

export interface Poured {
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

/** The number of pours in each channel: as many whole ones as fit before the angle of the hand. */
export function poured({ hour, minute, second }: HandAngles): Poured {
  const pours = (degrees: number) => Math.floor(degrees / DEGREES_PER_POUR + 1e-9);
  return { hour: pours(hour), minute: pours(minute), second: pours(second) };
}
