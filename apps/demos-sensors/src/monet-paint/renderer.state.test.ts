import { MIXING, nextRenderer, type RendererEvent, type RendererState } from './renderer.state.ts';

const STATES = {
  mixing: { gpu: 'awaited', showing: 'mixing', isPaused: false },
  'mixing, paused': { gpu: 'awaited', showing: 'mixing', isPaused: true },
  lost: { gpu: 'awaited', showing: 'lost', isPaused: false },
  'lost, paused': { gpu: 'awaited', showing: 'lost', isPaused: true },
  plain: { gpu: 'none', showing: 'plain', isPaused: false },
  'plain, paused': { gpu: 'none', showing: 'plain', isPaused: true },
  composed: { gpu: 'ready', showing: 'flowing', isPaused: false, isUntouched: true },
  flowing: { gpu: 'ready', showing: 'flowing', isPaused: false, isUntouched: false },
  'still shown': { gpu: 'ready', showing: 'refining', isPaused: true, isUntouched: true },
  'still whole': { gpu: 'ready', showing: 'still', isPaused: true, isUntouched: true },
  stopped: { gpu: 'ready', showing: 'flowing', isPaused: true, isUntouched: false },
  'stopped, whole': { gpu: 'ready', showing: 'still', isPaused: true, isUntouched: false },
} as const satisfies Record<string, RendererState>;
type Name = keyof typeof STATES;
const NAMES = Object.keys(STATES) as Name[]; // the keys of the object above

type Expected = readonly [next: RendererState, effects: string];
type Row = Partial<Record<Name, Expected>>;
const rows = (names: readonly Name[], expected: (state: (typeof STATES)[Name], name: Name) => Expected): Row =>
  Object.fromEntries(names.map((name) => [name, expected(STATES[name], name)]));

const MOVING = ['composed', 'flowing'] as const;
const STILL = ['still shown', 'still whole', 'stopped', 'stopped, whole'] as const;
const WITHOUT_GPU = ['mixing', 'mixing, paused', 'lost', 'lost, paused', 'plain', 'plain, paused'] as const;
const PAINTED_PLAINLY = ['lost', 'lost, paused', 'plain', 'plain, paused'] as const;

/** Starts again from the composition: flowing, or as a still. */
const begun = ({ isPaused }: RendererState): Expected =>
  isPaused
    ? [{ gpu: 'ready', showing: 'refining', isPaused, isUntouched: true }, 'begin show-still draw-still']
    : [{ gpu: 'ready', showing: 'flowing', isPaused, isUntouched: true }, 'begin'];

/** The same, after a copy for undo. */
const replaced = (state: RendererState): Expected => {
  const [next, effects] = begun(state);
  return [next, `record ${effects}`];
};

/** What each event does in each state; a state that is not listed stays the same, without effects. */
const TABLE: Readonly<Record<RendererEvent, Row>> = {
  'gpu-ready': rows(NAMES, begun),
  'gpu-missing': rows(NAMES, ({ isPaused }) => [{ gpu: 'none', showing: 'plain', isPaused }, 'paint-plain']),
  'gpu-lost': rows(NAMES, ({ isPaused }) => [{ gpu: 'awaited', showing: 'lost', isPaused }, 'paint-plain']),
  left: rows(NAMES, ({ showing, isPaused }) => [{ gpu: 'awaited', showing, isPaused }, '']),
  pause: {
    ...rows(WITHOUT_GPU, (state) => [{ ...state, isPaused: true }, 'rest']),
    ...rows([...MOVING, ...STILL], (state) => [{ ...state, isPaused: true }, 'rest draw-still']),
  },
  resume: {
    ...rows(WITHOUT_GPU, (state) => [{ ...state, isPaused: false }, 'rest']),
    ...rows([...MOVING, ...STILL], (state) => [{ ...state, isPaused: false, showing: 'flowing' } as RendererState, 'rest']), // these have a GPU
  },
  reset: rows([...MOVING, ...STILL], replaced),
  moved: rows([...MOVING, ...STILL], (state) => [{ ...state, isUntouched: false } as RendererState, '']), // these have a GPU
  restored: {
    ...rows(MOVING, () => [STATES.flowing, 'rest']),
    ...rows(STILL, () => [{ ...STATES.stopped, showing: 'refining' }, 'rest show-still draw-still']),
  },
  'still-done': {
    'still shown': [STATES['still whole'], ''],
    'still whole': [STATES['still whole'], ''],
    stopped: [STATES['stopped, whole'], ''],
    'stopped, whole': [STATES['stopped, whole'], ''],
  },
  resized: {
    ...rows(PAINTED_PLAINLY, (state) => [state, 'paint-plain']),
    ...rows(['composed', 'still shown', 'still whole'], begun),
    flowing: [STATES.flowing, 'fit'],
    stopped: [STATES.stopped, 'fit draw-still'],
    'stopped, whole': [STATES['stopped, whole'], 'fit draw-still'],
  },
  'palette-changed': {
    ...rows(PAINTED_PLAINLY, (state) => [state, 'paint-plain']),
    ...rows(['composed', 'still shown', 'still whole'], begun),
    ...rows(['stopped', 'stopped, whole'], replaced),
    flowing: [STATES.flowing, 'change-palette'],
  },
};

const EVENTS = Object.keys(TABLE) as RendererEvent[]; // the keys of the table

test.each(EVENTS.flatMap((event) => NAMES.map((name) => [event, name] as const)))('%s in “%s”', (event, name) => {
  const [expected, effects] = TABLE[event][name] ?? [STATES[name], ''];
  const [next, made] = nextRenderer(STATES[name], event);
  expect(next).toEqual(expected);
  expect(made.join(' ')).toBe(effects);
});

test('the initial state is mixing', () => {
  expect(MIXING).toEqual(STATES.mixing);
});
