export type SignalId =
  | 'accelerometer'
  | 'gyroscope'
  | 'orientation'
  | 'compass'
  | 'sound'
  | 'brightness'
  | 'proximity'
  | 'battery'
  | 'location';

interface Column {
  readonly name: string;
  /** Empty for a number without a unit. */
  readonly unit: string;
}

/** What each sensor measures: its columns, in the order of a sample's values. */
export const SIGNALS: Readonly<Record<SignalId, readonly Column[]>> = {
  accelerometer: [
    { name: 'x', unit: 'm/s²' },
    { name: 'y', unit: 'm/s²' },
    { name: 'z', unit: 'm/s²' },
  ],
  gyroscope: [
    { name: 'alpha', unit: '°/s' },
    { name: 'beta', unit: '°/s' },
    { name: 'gamma', unit: '°/s' },
  ],
  orientation: [
    { name: 'alpha', unit: '°' },
    { name: 'beta', unit: '°' },
    { name: 'gamma', unit: '°' },
  ],
  compass: [
    { name: 'heading', unit: '°' },
    { name: 'accuracy', unit: '°' },
  ],
  sound: [
    { name: 'level', unit: '%' },
    { name: 'loudness', unit: 'dBFS' },
  ],
  brightness: [{ name: 'illuminance', unit: 'lx' }],
  proximity: [{ name: 'distance', unit: 'cm' }],
  battery: [
    { name: 'level', unit: '%' },
    { name: 'charging', unit: '' },
  ],
  location: [
    { name: 'latitude', unit: '°' },
    { name: 'longitude', unit: '°' },
    { name: 'accuracy', unit: 'm' },
    { name: 'altitude', unit: 'm' },
    { name: 'speed', unit: 'm/s' },
    { name: 'heading', unit: '°' },
  ],
};

export const SIGNAL_IDS = Object.keys(SIGNALS) as readonly SignalId[];

/** One value per column; null where the sensor gave none. */
export type Values = readonly (number | null)[];
