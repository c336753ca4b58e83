import type { SignalId } from './measures/signals.ts';

export type CardId = SignalId | 'temperature' | 'pressure' | 'humidity';
export type CardState = 'live' | 'tap' | 'blocked' | 'missing' | 'unsupported';

/** Motion without a value for this long is not live. */
export const LIVE_MILLISECONDS = 500;

/** What is known about one sensor; its state depends on this alone. */
export interface Evidence {
  /** The browser has the interface. That alone never makes a sensor live. */
  readonly supported: boolean;
  readonly permission: 'ask' | 'allowed' | 'refused';
  /** No value arrived in time, or the browser reported that there is no sensor. */
  readonly isMissing: boolean;
  /** A value that is not null arrived and is still valid. */
  readonly hasValue: boolean;
  /** A more specific reason than the state's own sentence. */
  readonly reason?: string;
}

export const STATE_WORDS: Readonly<Record<CardState, string>> = {
  live: 'Live',
  tap: 'Tap to allow',
  blocked: 'Blocked',
  missing: 'No such sensor here',
  unsupported: 'Not supported by this browser',
};

/** Exactly one state for any evidence: measurements first, then missing support, then missing permission. */
export function stateOf({ supported, permission, isMissing, hasValue }: Evidence): CardState {
  if (hasValue) return 'live';
  if (!supported) return 'unsupported';
  if (permission === 'refused') return 'blocked';
  if (isMissing && permission === 'allowed') return 'missing';
  return 'tap';
}

export const CARD_TITLES: Readonly<Record<CardId, string>> = {
  accelerometer: 'Accelerometer',
  gyroscope: 'Gyroscope',
  orientation: 'Level',
  compass: 'Compass',
  sound: 'Sound level',
  brightness: 'Brightness',
  temperature: 'Temperature',
  pressure: 'Pressure',
  humidity: 'Humidity',
  proximity: 'Proximity',
  battery: 'Battery',
  location: 'Location',
};

type StateTexts = Readonly<Record<Exclude<CardState, 'live'>, string>>;

const undo = (permission: string) =>
  `Refused for this site. To undo: open the site settings next to the address bar, allow ${permission}, then try again.`;
/** States that a card cannot reach have a sentence too, so that no card is ever without text. */
const MOTION: StateTexts = {
  tap: 'This browser asks before it shares motion data.',
  blocked: `${undo('motion sensors')} On an iPhone, close this tab first: Safari remembers the answer until then.`,
  missing: 'No motion sensor reported.',
  unsupported: 'This browser has no motion events.',
};
const noApi = (what: string): StateTexts => {
  const text = `No web API exists for this: no browser gives pages access to ${what}.`;
  return { tap: text, blocked: text, missing: text, unsupported: text };
};

const STATE_TEXTS: Readonly<Record<CardId, StateTexts>> = {
  accelerometer: MOTION,
  gyroscope: { ...MOTION, missing: 'No rotation sensor reported.' },
  orientation: { ...MOTION, missing: 'No orientation reported.', unsupported: 'This browser has no orientation events.' },
  compass: { ...MOTION, missing: 'This device gave no heading.', unsupported: 'This browser has no heading to give.' },
  sound: {
    tap: 'The microphone listens only after you tap. Sound is measured and forgotten, never kept.',
    blocked: undo('the microphone'),
    missing: 'No microphone responded.',
    unsupported: 'This browser gives pages no access to a microphone.',
  },
  brightness: {
    tap: 'This browser asks before it shares light readings.',
    blocked: undo('the ambient light sensor'),
    missing: 'No light sensor reported.',
    unsupported: 'Only Chromium has a light sensor interface, behind a flag (Generic Sensor Extra Classes).',
  },
  temperature: noApi('the temperature'),
  pressure: {
    ...noApi('the air pressure'),
    unsupported: `${noApi('the air pressure').unsupported} A PressureObserver reports how busy the processor is, not the weather.`,
  },
  humidity: noApi('the humidity'),
  proximity: { ...noApi('a proximity sensor'), missing: 'No proximity sensor reported.' },
  battery: {
    tap: 'Checking the battery.',
    blocked: 'This site’s settings block access to the battery.',
    missing: 'No battery reported.',
    unsupported: 'Only Chromium browsers tell a page about the battery.',
  },
  location: {
    tap: 'Your location is requested only after you tap.',
    blocked: undo('location'),
    missing: 'Your location could not be determined.',
    unsupported: 'This browser gives pages no access to your location.',
  },
};

/** The sentence below a state; a live sensor needs none, unless its value is an old one. */
export function stateText(card: CardId, evidence: Evidence): string {
  const state = stateOf(evidence);
  return evidence.reason ?? (state === 'live' ? '' : STATE_TEXTS[card][state]);
}
