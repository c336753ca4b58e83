/** The specified text of a location field without a value. */
const NOT_AVAILABLE = 'Not available';
/** A sensor's field before its first value. */
const NO_VALUE = '—';
const LOW_BATTERY_PERCENT = 20;
const NEAR_CENTIMETERS = 5;
const KILOMETERS_PER_HOUR = 3.6;
const COMPASS_POINTS = ['N', 'NNE', 'NE', 'ENE', 'E', 'ESE', 'SE', 'SSE', 'S', 'SSW', 'SW', 'WSW', 'W', 'WNW', 'NW', 'NNW'];
/** A real minus sign, as wide as a plus, so that columns of signed numbers do not jump. */
const MINUS = '\u2212';

type Reading = number | null | undefined;
const isValue = (value: Reading): value is number => typeof value === 'number' && Number.isFinite(value);

/** A number with a unit, or a dash; never a zero that no sensor reported. */
export function measured(value: Reading, unit: string, decimals: number): string {
  if (!isValue(value)) return NO_VALUE;
  const rounded = value.toFixed(decimals);
  const digits = Number(rounded) === 0 ? rounded.replace('-', '') : rounded.replace('-', MINUS);
  const space = unit === '' || unit === '°' ? '' : '\u00a0';
  return `${digits}${space}${unit}`;
}

const located = (value: Reading, unit: string, decimals: number) =>
  isValue(value) ? measured(value, unit, decimals) : NOT_AVAILABLE;

export interface Place {
  readonly latitude?: Reading;
  readonly longitude?: Reading;
  readonly accuracy?: Reading;
  readonly altitude?: Reading;
  /** Meters per second, as the browser reports it. */
  readonly speed?: Reading;
  readonly heading?: Reading;
}

export const kilometersPerHour = (metersPerSecond: number): number => metersPerSecond * KILOMETERS_PER_HOUR;

/** The six lines of the location card. */
export function placeFacts(place: Place): readonly { readonly name: string; readonly value: string }[] {
  const { speed } = place;
  return [
    { name: 'Latitude', value: located(place.latitude, '°', 6) },
    { name: 'Longitude', value: located(place.longitude, '°', 6) },
    { name: 'Accuracy', value: isValue(place.accuracy) ? `± ${measured(place.accuracy, 'm', 0)}` : NOT_AVAILABLE },
    { name: 'Altitude', value: located(place.altitude, 'm', 1) },
    { name: 'Speed', value: located(isValue(speed) ? kilometersPerHour(speed) : undefined, 'km/h', 1) },
    { name: 'Heading', value: located(place.heading, '°', 0) },
  ];
}

/** Red at or below 20%, by the value itself: 20.4% is shown as 20% and is not red. */
export const isBatteryLow = (percent: Reading): boolean => isValue(percent) && percent <= LOW_BATTERY_PERCENT;

/** Red under 5 cm, but not at 5 cm. */
export const isNear = (centimeters: Reading): boolean => isValue(centimeters) && centimeters < NEAR_CENTIMETERS;

/** The nearest of the sixteen compass points. */
export const compassPointOf = (heading: number): string =>
  COMPASS_POINTS[Math.round((((heading % 360) + 360) % 360) / 22.5) % 16] ?? 'N';

/** Minutes and seconds of a recording. */
export function clockOf(seconds: number): string {
  const whole = Math.floor(seconds);
  return `${String(Math.floor(whole / 60)).padStart(2, '0')}:${String(whole % 60).padStart(2, '0')}`;
}

export const hertz = (rate: number | undefined): string => (rate === undefined ? NO_VALUE : `${rate.toFixed(1)}\u00a0Hz`);
