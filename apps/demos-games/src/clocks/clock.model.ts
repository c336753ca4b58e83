export interface WallTime {
  readonly hours: number;
  readonly minutes: number;
  readonly seconds: number;
  readonly milliseconds: number;
}

/** Degrees clockwise from twelve o'clock, each in [0, 360). */
export interface HandAngles {
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

const DEGREES_PER_SECOND = 6;
const FULL_TURN = 360;

export function wallTimeOf(date: Date): WallTime {
  return {
    hours: date.getHours(),
    minutes: date.getMinutes(),
    seconds: date.getSeconds(),
    milliseconds: date.getMilliseconds(),
  };
}

/**
 * Reads the wall clock of an IANA zone, daylight saving included, whatever the zone of the device.
 * @throws RangeError if there is no such zone
 */
export function wallTimeIn(zone: string): (date: Date) => WallTime {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  return (date) => {
    const part = Object.fromEntries(format.formatToParts(date).map(({ type, value }) => [type, Number(value)]));
    return {
      hours: part['hour'] ?? 0,
      minutes: part['minute'] ?? 0,
      seconds: part['second'] ?? 0,
      milliseconds: date.getMilliseconds(),
    };
  };
}

/** Second 6 degrees per second; minute 6 per minute plus 0.1 per second; hour 30 per hour plus 0.5 per minute. */
export function handAngles({ hours, minutes, seconds }: WallTime): HandAngles {
  return {
    second: DEGREES_PER_SECOND * seconds,
    minute: 6 * minutes + 0.1 * seconds,
    hour: 30 * (hours % 12) + 0.5 * minutes,
  };
}

/** The same, but continuous: the second and minute hands include the fraction of the second. */
export function sweepAngles(time: WallTime): HandAngles {
  return handAngles({ ...time, seconds: time.seconds + time.milliseconds / 1000 });
}

/**
 * The angle to turn a hand to so that it only ever goes forward: the target plus as many full turns as the hand has
 * made. Otherwise the second hand would turn back from 354 to 0 degrees every minute.
 */
export function turnForward(from: number, target: number): number {
  const step = (((target - from) % FULL_TURN) + FULL_TURN) % FULL_TURN;
  // Ignore rounding errors close to a full turn.
  return FULL_TURN - step < 1e-6 ? from : from + step;
}

/** Time left until the next whole second, 1 to 1000. */
export function millisecondsToNextSecond(epochMilliseconds: number): number {
  return 1000 - (epochMilliseconds % 1000);
}

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** "10:08 AM" */
export function minuteText({ hours, minutes }: WallTime): string {
  return `${hours % 12 || 12}:${twoDigits(minutes)} ${hours < 12 ? 'AM' : 'PM'}`;
}

/** "10:08:59 AM" */
export function secondText({ hours, minutes, seconds }: WallTime): string {
  return `${hours % 12 || 12}:${twoDigits(minutes)}:${twoDigits(seconds)} ${hours < 12 ? 'AM' : 'PM'}`;
}

/** "10:08:59", the form that `<time>` understands. */
export function machineText({ hours, minutes, seconds }: WallTime): string {
  return `${twoDigits(hours)}:${twoDigits(minutes)}:${twoDigits(seconds)}`;
}
