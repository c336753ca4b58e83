import { CARD_TITLES, STATE_WORDS, stateOf, stateText, type CardId, type Evidence } from './card-state.ts';

const CARDS = Object.keys(CARD_TITLES) as CardId[];
const evidence = (parts: Partial<Evidence> = {}): Evidence => ({
  supported: true,
  permission: 'ask',
  isMissing: false,
  hasValue: false,
  ...parts,
});

test('each of the five states has its label', () => {
  expect(STATE_WORDS).toEqual({
    live: 'Live',
    tap: 'Tap to allow',
    blocked: 'Blocked',
    missing: 'No such sensor here',
    unsupported: 'Not supported by this browser',
  });
});

test('the mere existence of a function proves nothing: without a value no evidence is live', () => {
  for (const permission of ['ask', 'allowed', 'refused'] as const) {
    for (const isMissing of [false, true]) {
      expect(stateOf(evidence({ permission, isMissing }))).not.toBe('live');
      expect(stateOf(evidence({ permission, isMissing, hasValue: true }))).toBe('live');
    }
  }
});

test('silence means a missing sensor only where permission was granted', () => {
  expect(stateOf(evidence({ permission: 'allowed', isMissing: true }))).toBe('missing');
  expect(stateOf(evidence({ permission: 'allowed' }))).toBe('tap');
  expect(stateOf(evidence({ permission: 'ask', isMissing: true }))).toBe('tap');
  expect(stateOf(evidence({ permission: 'refused', isMissing: true }))).toBe('blocked');
  expect(stateOf(evidence({ supported: false, permission: 'refused', isMissing: true }))).toBe('unsupported');
});

test.each(CARDS)('%s has a sentence for every state but live', (card) => {
  expect(stateText(card, evidence({ hasValue: true }))).toBe('');
  for (const parts of [
    {},
    { permission: 'refused' },
    { permission: 'allowed', isMissing: true },
    { supported: false },
  ] as const) {
    expect(stateText(card, evidence(parts))).toMatch(/^[A-Z].*\.$/s);
  }
});

test.each(['accelerometer', 'gyroscope', 'orientation', 'compass', 'sound', 'brightness', 'location'] as const)(
  '%s says how to undo a refusal',
  (card) => {
    expect(stateText(card, evidence({ permission: 'refused' }))).toMatch(
      /^Refused for this site\. To undo: open the site settings/,
    );
  },
);

test('temperature, pressure, humidity and proximity say that no browser has them; pressure is not CPU pressure', () => {
  for (const card of ['temperature', 'pressure', 'humidity', 'proximity'] as const) {
    expect(stateText(card, evidence({ supported: false }))).toMatch(
      /^No web API exists for this: no browser gives pages access to/,
    );
  }
  expect(stateText('pressure', evidence({ supported: false }))).toContain('PressureObserver reports how busy the processor is');
});

const NO_MOTION = 'This browser has no motion events.';
const ASKS_MOTION = 'This browser asks before it shares motion data.';

/** Waiting for a tap, nothing there, not supported. */
test.each([
  ['accelerometer', ASKS_MOTION, 'No motion sensor reported.', NO_MOTION],
  ['gyroscope', ASKS_MOTION, 'No rotation sensor reported.', NO_MOTION],
  ['orientation', ASKS_MOTION, 'No orientation reported.', 'This browser has no orientation events.'],
  ['compass', ASKS_MOTION, 'This device gave no heading.', 'This browser has no heading to give.'],
  [
    'sound',
    'The microphone listens only after you tap. Sound is measured and forgotten, never kept.',
    'No microphone responded.',
    'This browser gives pages no access to a microphone.',
  ],
  [
    'brightness',
    'This browser asks before it shares light readings.',
    'No light sensor reported.',
    'Only Chromium has a light sensor interface, behind a flag (Generic Sensor Extra Classes).',
  ],
  ['battery', 'Checking the battery.', 'No battery reported.', 'Only Chromium browsers tell a page about the battery.'],
  [
    'location',
    'Your location is requested only after you tap.',
    'Your location could not be determined.',
    'This browser gives pages no access to your location.',
  ],
] as const)('%s: the text for each state', (card, tap, missing, unsupported) => {
  expect(stateText(card, evidence())).toBe(tap);
  expect(stateText(card, evidence({ permission: 'allowed', isMissing: true }))).toBe(missing);
  expect(stateText(card, evidence({ supported: false }))).toBe(unsupported);
});

const UNDO = 'Refused for this site. To undo: open the site settings next to the address bar, allow';
const UNDO_MOTION = `${UNDO} motion sensors, then try again. On an iPhone, close this tab first: Safari remembers the answer until then.`;

test.each([
  ['accelerometer', UNDO_MOTION],
  ['gyroscope', UNDO_MOTION],
  ['orientation', UNDO_MOTION],
  ['compass', UNDO_MOTION],
  ['sound', `${UNDO} the microphone, then try again.`],
  ['brightness', `${UNDO} the ambient light sensor, then try again.`],
  ['location', `${UNDO} location, then try again.`],
  ['battery', 'This site’s settings block access to the battery.'],
] as const)('%s: the full text of a refusal', (card, blocked) => {
  expect(stateText(card, evidence({ permission: 'refused' }))).toBe(blocked);
});

test.each([
  ['temperature', 'the temperature', ''],
  ['humidity', 'the humidity', ''],
  ['proximity', 'a proximity sensor', ''],
  ['pressure', 'the air pressure', ' A PressureObserver reports how busy the processor is, not the weather.'],
] as const)('%s: the full text that says that no browser has it', (card, thing, more) => {
  expect(stateText(card, evidence({ supported: false }))).toBe(
    `No web API exists for this: no browser gives pages access to ${thing}.${more}`,
  );
});

test('if the browser has the old proximity events but no sensor, the card says so', () => {
  expect(stateText('proximity', evidence({ permission: 'allowed', isMissing: true }))).toBe('No proximity sensor reported.');
});
