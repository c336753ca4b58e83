import { clockOf, compassPointOf, hertz, isBatteryLow, isNear, kilometersPerHour, measured, placeFacts } from './readings.ts';

const SPACE = '\u00a0';
const values = (place: Parameters<typeof placeFacts>[0]) =>
  Object.fromEntries(placeFacts(place).map((fact) => [fact.name, fact.value]));

test('every location field without a value reads "Not available"', () => {
  const nothing = {
    Latitude: 'Not available',
    Longitude: 'Not available',
    Accuracy: 'Not available',
    Altitude: 'Not available',
    Speed: 'Not available',
    Heading: 'Not available',
  };
  expect(values({})).toEqual(nothing);
  expect(values({ latitude: null, longitude: null, accuracy: null, altitude: null, speed: null, heading: Number.NaN })).toEqual(
    nothing,
  );
});

test('a location is shown in its units; speed is meters per second times 3.6', () => {
  expect(
    values({ latitude: 48.858372, longitude: -2.294481, accuracy: 12.4, altitude: 35.25, speed: 10, heading: 271.6 }),
  ).toEqual({
    Latitude: '48.858372°',
    Longitude: '\u22122.294481°',
    Accuracy: `± 12${SPACE}m`,
    Altitude: `35.3${SPACE}m`,
    Speed: `36.0${SPACE}km/h`,
    Heading: '272°',
  });
  expect(kilometersPerHour(10)).toBe(36);
  expect(values({ speed: 0 }).Speed).toBe(`0.0${SPACE}km/h`);
});

test.each([
  [20, true],
  [0, true],
  [20.000001, false],
  [20.4, false],
  [21, false],
  [null, false],
  [undefined, false],
])('a battery at %s%% is low: %s', (percent, isLow) => {
  expect(isBatteryLow(percent)).toBe(isLow);
});

test.each([
  [4.99, true],
  [0, true],
  [5, false],
  [null, false],
])('%s cm is near: %s', (centimeters, near) => {
  expect(isNear(centimeters)).toBe(near);
});

test('a missing reading is a dash, and a rounded zero has no sign', () => {
  expect(measured(null, 'lx', 0)).toBe('—');
  expect(measured(undefined, '°C', 1)).toBe('—');
  expect(measured(-0.001, '', 2)).toBe('0.00');
  expect(measured(-9.81, 'm/s²', 2)).toBe(`\u22129.81${SPACE}m/s²`);
  expect(hertz(undefined)).toBe('—');
  expect(hertz(59.94)).toBe(`59.9${SPACE}Hz`);
});

test('compass points and the clock of a recording', () => {
  expect([0, 11, 12, 90, 225, 359, 360, -90].map(compassPointOf)).toEqual(['N', 'N', 'NNE', 'E', 'SW', 'N', 'N', 'W']);
  expect([0, 59.99, 60, 1800].map(clockOf)).toEqual(['00:00', '00:59', '01:00', '30:00']);
});
