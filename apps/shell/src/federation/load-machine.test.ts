import { aRemote, aRoute } from '../testing/boot.ts';
import { FIRST_RENDER_MILLISECONDS, IDLE, transition, type LoadEvent, type Loaded, type LoadState } from './load-machine.ts';
import type { Plan } from './load-plan.ts';
import { sourcesOf } from './remote-source.ts';

const [live] = sourcesOf(aRemote(), aRoute());
const previous = { ...live, release: '1.1.0-ba9876543210', base: '/r/demos-games/1.1.0-ba9876543210/' };
const first = { source: live, base: live.base };
const second = { source: live, base: '/r/demos-games/1.2.0-0123456789ab~1/' };
const third = { source: previous, base: previous.base };
const plan: Plan = [first, second, third];
const others: Plan = [third];
const Component = () => null;
const page: Loaded = { ...first, Component };
const replacement: Loaded = { ...third, Component };
const round = 4;
const trying = { round, plan, begun: 1, running: 1, isRetry: false, why: null };
const failure = { release: live.release, phase: 'fetch', message: 'down', served: null } as const;

const states: { readonly [Name in LoadState['name']]: LoadState & { readonly name: Name } } = {
  idle: { name: 'idle', round: 0 },
  loading: { name: 'loading', ...trying, phase: 'init' },
  failed: { name: 'failed', ...trying, failure },
  rendering: { name: 'rendering', round, page },
  ready: { name: 'ready', round, page, shownAt: 1_000 },
  restyling: { name: 'restyling', round, page },
};

/** Every event with every fact that changes its outcome, for a page in round `now`. */
const events = {
  open: () => ({ type: 'open', plan, isStyled: true }),
  'open, unstyled': () => ({ type: 'open', plan, isStyled: false }),
  retry: () => ({ type: 'retry', plan }),
  leave: () => ({ type: 'leave', clashes: false }),
  'leave, clashing': () => ({ type: 'leave', clashes: true }),
  phase: (now) => ({ type: 'phase', round: now, phase: 'fetch' }),
  arrived: (now) => ({ type: 'arrived', round: now, page, place: 'open' }),
  'arrived behind': (now) => ({ type: 'arrived', round: now, page, place: 'behind' }),
  'arrived clashing': (now) => ({ type: 'arrived', round: now, page, place: 'clashing' }),
  'arrived from the release before': (now) => ({ type: 'arrived', round: now, page: replacement, place: 'open' }),
  attemptFailed: (now) => ({ type: 'attemptFailed', round: now, source: live, phase: 'init', message: '404' }),
  looked: (now) => ({ type: 'looked', round: now, isServed: false }),
  'looked, served': (now) => ({ type: 'looked', round: now, isServed: true }),
  halfFallbackDelay: (now) => ({ type: 'halfFallbackDelay', round: now }),
  fallbackDelay: (now) => ({ type: 'fallbackDelay', round: now, isStuck: false }),
  'fallbackDelay, stuck': (now) => ({ type: 'fallbackDelay', round: now, isStuck: true }),
  deadline: (now) => ({ type: 'deadline', round: now }),
  restyled: () => ({ type: 'restyled', page }),
  'restyled, from an earlier turn': () => ({ type: 'restyled', page: { ...page } }),
  shown: () => ({ type: 'shown', at: 2_000 }),
  threw: () => ({ type: 'threw', at: 2_000, message: 'no canvas', others }),
  'threw, alone': () => ({ type: 'threw', at: 2_000, message: 'no canvas', others: null }),
  'threw, late': () => ({ type: 'threw', at: 1_000 + FIRST_RENDER_MILLISECONDS, message: 'no canvas', others }),
  notShown: (now) => ({ type: 'notShown', round: now, message: 'not shown', others }),
  'notShown, alone': (now) => ({ type: 'notShown', round: now, message: 'not shown', others: null }),
} satisfies Record<string, (now: number) => LoadEvent>;

type Outcome = Record<keyof typeof events, string>;
/** Nothing changes and nothing is done. */
const same = '';
const start = 'loading: stopTimers, startTimers, attempt';
const replace = 'loading: distrust, retire, report, stopTimers, startTimers, attempt';

/** An event that is not listed below changes nothing. */
const nothingLoaded: Outcome = Object.fromEntries(Object.keys(events).map((name) => [name, same])) as Outcome; // keys of `events`
const tryingOutcome = {
  ...nothingLoaded,
  arrived: 'rendering: stopTimers, switchStyles, watchRender',
  'arrived behind': 'rendering: stopTimers',
  'arrived clashing': 'rendering: stopTimers, retire',
  'arrived from the release before': 'rendering: stopTimers, distrust, report, switchStyles, watchRender',
};

const table: Record<LoadState['name'], Outcome> = {
  idle: { ...nothingLoaded, open: start, 'open, unstyled': start, retry: start },
  loading: {
    ...tryingOutcome,
    retry: start,
    phase: 'loading: ',
    attemptFailed: 'loading: attempt',
    looked: 'failed: stopTimers, report',
    'looked, served': 'loading: reload',
    halfFallbackDelay: 'loading: attempt',
    fallbackDelay: 'loading: attempt, attempt',
    'fallbackDelay, stuck': 'loading: abandonRequests, attempt, attempt',
    deadline: 'failed: report',
  },
  failed: {
    ...tryingOutcome,
    open: start,
    'open, unstyled': start,
    retry: start,
    attemptFailed: 'failed: attempt',
    halfFallbackDelay: 'failed: attempt',
    fallbackDelay: 'failed: attempt, attempt',
    'fallbackDelay, stuck': 'failed: abandonRequests, attempt, attempt',
  },
  rendering: {
    ...nothingLoaded,
    open: 'rendering: watchRender',
    'open, unstyled': 'restyling: restyle',
    retry: start,
    shown: 'ready: reportShown',
    threw: replace,
    'threw, alone': 'failed: report',
    'threw, late': replace,
    notShown: replace,
    'notShown, alone': 'failed: report',
  },
  ready: {
    ...nothingLoaded,
    'open, unstyled': 'restyling: restyle',
    retry: start,
    shown: 'ready: reportShown',
    threw: replace,
    'threw, alone': 'ready: report',
    'threw, late': 'ready: report',
  },
  restyling: {
    ...nothingLoaded,
    retry: start,
    leave: 'rendering: ',
    'leave, clashing': 'rendering: retire',
    restyled: 'rendering: switchStyles, watchRender',
  },
};

function outcomeOf(state: LoadState, event: LoadEvent): string {
  const [next, effects] = transition(state, event);
  if (next === state && effects.length === 0) return same;
  return `${next.name}: ${effects.map(({ type }) => type).join(', ')}`;
}

const names = Object.keys(states) as LoadState['name'][]; // keys of `states`
const eventNames = Object.keys(events) as (keyof typeof events)[]; // keys of `events`

test.each(names.flatMap((name) => eventNames.map((event) => [name, event] as const)))('%s, %s', (name, event) => {
  const state = states[name];
  expect(outcomeOf(state, events[event](state.round))).toBe(table[name][event]);
});

test('events of an earlier round change nothing, in any state', () => {
  const outcomes = names.flatMap((name) =>
    eventNames.flatMap((event) => {
      const late = events[event](round - 1);
      return 'round' in late ? [outcomeOf(states[name], late)] : [];
    }),
  );
  expect(new Set(outcomes)).toEqual(new Set([same]));
});

test('a round whose attempts have all failed reports why the requested release failed', () => {
  let [state] = transition(IDLE, { type: 'open', plan, isStyled: false });
  for (const [source, phase, message] of [
    [live, 'fetch', 'entry returned 503'],
    [live, 'init', 'chunk 404'],
    [previous, 'resolve', 'no runtime'],
  ] as const) {
    expect(state.name).toBe('loading');
    [state] = transition(state, { type: 'attemptFailed', round: 1, source, phase, message });
  }
  expect(state).toMatchObject({
    name: 'failed',
    failure: { release: live.release, phase: 'init', message: 'chunk 404', served: null },
  });
});

test('a retry whose attempts have all failed asks the server once whether it has the files, before it fails', () => {
  const lose = (state: LoadState) =>
    transition(state, { type: 'attemptFailed', round: state.round, source: live, phase: 'fetch', message: '404' });
  let [state] = transition(states.failed, { type: 'retry', plan: [first, second] });
  [state] = lose(state);
  const [looking, effects] = lose(state);
  expect(effects).toEqual([{ type: 'look', attempt: first }]);
  const [failed, reports] = transition(looking, events.looked(round + 1));
  expect(failed).toMatchObject({ name: 'failed', failure: { phase: 'fetch', message: '404' } });
  expect(reports).toContainEqual({
    type: 'report',
    failure: { release: live.release, phase: 'fetch', message: '404', served: null },
  });
});

test('a page that takes over is reported with the phase that the requested release was in', () => {
  const [, effects] = transition(states.loading, events['arrived from the release before'](round));
  expect(effects).toContainEqual({
    type: 'report',
    failure: { release: live.release, phase: 'init', message: 'no response in time', served: previous.release },
  });
  const [, after] = transition(states.ready, events.threw());
  expect(after).toContainEqual({
    type: 'report',
    failure: { release: live.release, phase: 'ready', message: 'no canvas', served: previous.release },
  });
});

test('a page that is opened again and again has one restyling in progress: the last one', () => {
  const [restyling] = transition(states.ready, events['open, unstyled']());
  const [left] = transition(restyling, events.leave());
  const [again] = transition(left, events['open, unstyled']());
  if (restyling.name !== 'restyling' || again.name !== 'restyling') throw new Error('the page is not restyled');
  expect(outcomeOf(again, { type: 'restyled', page: restyling.page })).toBe(same);
  expect(outcomeOf(again, { type: 'restyled', page: again.page })).toBe('rendering: switchStyles, watchRender');
});
