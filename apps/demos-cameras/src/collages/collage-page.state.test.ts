import type { CameraState } from '../engine/camera-session.ts';
import type { Collage } from './capture.ts';
import { nextCollagePage, viewOf, type CollagePageEvent, type CollagePageState } from './collage-page.state.ts';

// Casts, because the rules only pass collages on.
const [before, after] = [{ milliseconds: 1 }, { milliseconds: 2 }] as unknown as [Collage, Collage];

const STATES = {
  setup: { step: 'setup', hasFailed: false },
  'setup, failed': { step: 'setup', hasFailed: true },
  shooting: { step: 'shooting' },
  result: { step: 'result', collage: before, hasFailed: false },
  'result, failed': { step: 'result', collage: before, hasFailed: true },
  asking: { step: 'asking', collage: before },
  retaking: { step: 'retaking', collage: before },
  'new result': { step: 'result', collage: after, hasFailed: false },
} as const satisfies Record<string, CollagePageState>;
type Name = keyof typeof STATES;
const NAMES = Object.keys(STATES) as Name[]; // the keys of the object above

const EVENTS = {
  start: { type: 'start' },
  cancel: { type: 'cancel' },
  fail: { type: 'fail' },
  'retake, granted': { type: 'retake', isGranted: true },
  'retake, refused before': { type: 'retake', isGranted: false },
  'answer, granted': { type: 'answer', isGranted: true },
  'answer, refused': { type: 'answer', isGranted: false },
  'again, granted': { type: 'again', isGranted: true },
  'again, refused before': { type: 'again', isGranted: false },
  'finish, shared': { type: 'finish', collage: after, isShared: true, wasPrivate: false },
  'finish, made private': { type: 'finish', collage: after, isShared: true, wasPrivate: true },
  'finish, not shared': { type: 'finish', collage: after, isShared: false, wasPrivate: true },
  'finish, added by hand': { type: 'finish', collage: after, isShared: false, wasPrivate: false },
} as const satisfies Record<string, CollagePageEvent>;
type EventName = keyof typeof EVENTS;

type Row = Partial<Record<Name, readonly [next: Name, effects: string]>>;
const each = (names: readonly Name[], next: Name, effects: string): Row =>
  Object.fromEntries(names.map((name) => [name, [next, effects]]));
const WITH_PICTURE = ['result', 'result, failed', 'asking', 'retaking', 'new result'] as const;

/** What each event does at each step; a step that is not listed stays the same, without effects. */
const TABLE: Readonly<Record<EventName, Row>> = {
  start: each(['setup', 'setup, failed', 'shooting'], 'shooting', 'start-camera'),
  cancel: { shooting: ['setup', 'stop-camera'], retaking: ['result', 'stop-camera'] },
  fail: { shooting: ['setup, failed', 'stop-camera'], retaking: ['result, failed', 'stop-camera'] },
  'retake, granted': each(['result', 'result, failed', 'retaking'], 'retaking', 'start-camera'),
  'retake, refused before': each(['result', 'result, failed', 'retaking'], 'asking', 'ask-for-retake'),
  'answer, granted': { asking: ['retaking', 'start-camera'] },
  'answer, refused': { asking: ['result', ''] },
  'again, granted': each(WITH_PICTURE, 'setup', 'stop-camera forget-save focus-heading'),
  'again, refused before': each(WITH_PICTURE, 'setup', 'stop-camera forget-save request-camera focus-heading'),
  'finish, shared': each(['shooting', 'retaking'], 'new result', 'stop-camera save'),
  'finish, made private': { shooting: ['new result', 'stop-camera save'], retaking: ['new result', 'stop-camera'] },
  'finish, not shared': each(['shooting', 'retaking'], 'new result', 'stop-camera'),
  'finish, added by hand': { shooting: ['new result', 'stop-camera'], retaking: ['new result', 'stop-camera save'] },
};

const PAIRS = (Object.keys(EVENTS) as EventName[]).flatMap((event) =>
  // A new picture is a result like any other; it is listed because of the events that lead to it.
  NAMES.filter((name) => name !== 'new result').map((name) => [event, name] as const),
);

test.each(PAIRS)('“%s” at “%s”', (event, name) => {
  const [expected, effects] = TABLE[event][name] ?? [name, ''];
  const [next, made] = nextCollagePage(STATES[name], EVENTS[event]);
  expect(next).toEqual(STATES[expected]);
  expect(made.map((effect) => effect.do).join(' ')).toBe(effects);
});

const aCamera = (change: Partial<CameraState>): CameraState => ({
  permission: 'granted',
  denial: null,
  cameras: [],
  selectedId: null,
  isStarting: false,
  stream: null,
  loss: null,
  ...change,
});

test.each([
  ['setup', { permission: 'unasked' }, 'requesting'],
  ['setup', { permission: 'requesting' }, 'requesting'],
  ['setup', { permission: 'denied' }, 'denied'],
  ['setup', {}, 'setup'],
  ['setup', { isStarting: true }, 'setup'],
  ['shooting', { isStarting: true }, 'shooting'],
  ['shooting', {}, 'setup'],
  ['result', { permission: 'denied' }, 'result'],
  ['asking', { permission: 'requesting' }, 'result'],
  ['retaking', { isStarting: true }, 'retaking'],
  ['retaking', { loss: 'unplugged' }, 'result'],
] as const)('at “%s” with a camera that is %j the page shows “%s”', (name, change, view) => {
  expect(viewOf(STATES[name], aCamera(change))).toBe(view);
});
