import { nextArena, statusOf, type ArenaEvent, type ArenaState } from './arena.state.ts';
import { preludeMatch } from './match.ts';

const match = preludeMatch({ width: 400, height: 500 });

const STATES = {
  ready: { phase: 'ready' },
  still: { phase: 'still' },
  playing: { phase: 'running', inputSource: 'player' },
  replaying: { phase: 'running', inputSource: 'replay' },
  showing: { phase: 'running', inputSource: 'scenario' },
  paused: { phase: 'paused', inputSource: 'player', byMotion: false },
  'paused by motion': { phase: 'paused', inputSource: 'player', byMotion: true },
  'replay paused': { phase: 'paused', inputSource: 'replay', byMotion: false },
  'replay paused by motion': { phase: 'paused', inputSource: 'replay', byMotion: true },
  'scenario paused': { phase: 'paused', inputSource: 'scenario', byMotion: false },
  'scenario paused by motion': { phase: 'paused', inputSource: 'scenario', byMotion: true },
  over: { phase: 'over', inputSource: 'player' },
  'replay over': { phase: 'over', inputSource: 'replay' },
  'scenario over': { phase: 'over', inputSource: 'scenario' },
  watched: { phase: 'watched', isSame: true },
  'watched, differently': { phase: 'watched', isSame: false },
} as const satisfies Record<string, ArenaState>;
type StateName = keyof typeof STATES;
const NAMES = Object.keys(STATES) as StateName[]; // the keys of the object above

const EVENTS: readonly ArenaEvent[] = [
  { type: 'start', match },
  { type: 'watch', match },
  { type: 'show-scenario', match },
  { type: 'continue-scenario', match },
  { type: 'pause' },
  { type: 'resume' },
  { type: 'motion-stopped' },
  { type: 'motion-started' },
  { type: 'resized' },
  { type: 'prelude-ended' },
  { type: 'wave-begun' },
  { type: 'game-over' },
  { type: 'left' },
  { type: 'replay-ended', isSame: true },
];

type Expected = readonly [next: StateName, effects: string];
type Row = Partial<Record<StateName, Expected>>;

/** States in which a visitor or a scenario scores; the score is recorded before the game is discarded. */
const SCORING = [
  'playing',
  'showing',
  'paused',
  'paused by motion',
  'scenario paused',
  'scenario paused by motion',
  'over',
  'scenario over',
] as const satisfies StateName[];
const scores = (name: StateName) => (SCORING as readonly StateName[]).includes(name);

const everywhere = (expected: (name: StateName) => Expected): Row =>
  Object.fromEntries(NAMES.map((name) => [name, expected(name)]));
const PAUSE = 'release-controls save-records report-status read-out';
const RESUME = 'release-controls report-status';

/** What each event does in each state; a state that is not listed stays the same, without effects. */
const TABLE: Readonly<Record<ArenaEvent['type'], Row>> = {
  start: everywhere((name) => [
    'playing',
    `${scores(name) ? 'save-records ' : ''}release-controls show unlock-sound report-status read-out`,
  ]),
  watch: everywhere((name) => ['replaying', `${scores(name) ? 'save-records ' : ''}show unlock-sound report-status read-out`]),
  'show-scenario': everywhere(() => ['still', 'show read-out']),
  'continue-scenario': everywhere(() => ['showing', 'show report-status read-out']),
  pause: {
    playing: ['paused', PAUSE],
    replaying: ['replay paused', 'release-controls report-status read-out'],
    showing: ['scenario paused', PAUSE],
  },
  'motion-stopped': {
    playing: ['paused by motion', PAUSE],
    replaying: ['replay paused by motion', 'release-controls report-status read-out'],
    showing: ['scenario paused by motion', PAUSE],
  },
  resume: {
    paused: ['playing', RESUME],
    'paused by motion': ['playing', RESUME],
    'replay paused': ['replaying', RESUME],
    'replay paused by motion': ['replaying', RESUME],
    'scenario paused': ['showing', RESUME],
    'scenario paused by motion': ['showing', RESUME],
  },
  'motion-started': {
    'paused by motion': ['playing', RESUME],
    'replay paused by motion': ['replaying', RESUME],
    'scenario paused by motion': ['showing', RESUME],
  },
  resized: everywhere((name) => [name, name === 'ready' ? 'play-prelude' : 'fit']),
  'prelude-ended': { ready: ['ready', 'play-prelude'] },
  'wave-begun': Object.fromEntries(SCORING.map((name) => [name, [name, 'save-records']])),
  left: Object.fromEntries(SCORING.map((name) => [name, [name, 'save-records']])),
  'game-over': {
    playing: ['over', 'save-records report-status'],
    replaying: ['replay over', 'report-status'],
    showing: ['scenario over', 'save-records report-status'],
  },
  'replay-ended': {
    playing: ['watched', 'report-status'],
    replaying: ['watched', 'report-status'],
    showing: ['watched', 'report-status'],
  },
};

test.each(EVENTS.flatMap((event) => NAMES.map((name) => [event.type, name, event] as const)))(
  '%s in “%s”',
  (type, name, event) => {
    const [expected, effects] = TABLE[type][name] ?? [name, ''];
    const [next, made] = nextArena(STATES[name], event);
    expect(next).toEqual(STATES[expected]);
    expect(made.map((effect) => effect.do).join(' ')).toBe(effects);
  },
);

test.each([
  ['ready', { phase: 'ready', watching: false, isSame: false }],
  ['still', { phase: 'ready', watching: false, isSame: false }],
  ['playing', { phase: 'running', watching: false, isSame: false }],
  ['replaying', { phase: 'running', watching: true, isSame: false }],
  ['replay paused', { phase: 'paused', watching: true, isSame: false }],
  ['over', { phase: 'over', watching: false, isSame: false }],
  ['watched', { phase: 'watched', watching: true, isSame: true }],
  ['watched, differently', { phase: 'watched', watching: true, isSame: false }],
] as const)('in “%s” the page gets the status %j', (name, status) => {
  expect(statusOf(STATES[name])).toEqual(status);
});
