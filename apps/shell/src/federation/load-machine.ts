import type { ComponentType } from 'react';
import type { LoadPhase } from '@site/contracts';
import type { Attempt, Plan } from './load-plan.ts';
import type { LoadFailure } from './page-load.ts';
import type { RemoteSource } from './remote-source.ts';

export const DEADLINE_MILLISECONDS = 8_000;
/** A page that throws this soon after it was shown never worked; if it throws later, the visitor's own state broke it. */
export const FIRST_RENDER_MILLISECONDS = 5_000;

/** The loader adds `remote` and `path`. */
type Failure = Omit<LoadFailure, 'remote' | 'path'>;

export interface Loaded extends Attempt {
  readonly Component: ComponentType;
}

/** A round of attempts. They start one after the other and may overlap. */
interface Round {
  readonly round: number;
  readonly plan: Plan;
  readonly begun: number;
  readonly running: number;
  /** The visitor asked for it, and the server has not been asked yet whether it has the files. */
  readonly isRetry: boolean;
  /** Why the requested release failed. */
  readonly why: { readonly phase: LoadPhase; readonly message: string } | null;
}

/** The load state of one page of a remote. Pages that are not on screen keep their state. */
export type LoadState =
  | { readonly name: 'idle'; readonly round: 0 }
  | (Round & { readonly name: 'loading'; readonly phase: LoadPhase })
  /** The visitor sees the error card. Attempts still in progress can recover the page. `threw`: it was loaded, and threw. */
  | (Round & { readonly name: 'failed'; readonly failure: Failure; readonly threw?: boolean })
  | { readonly name: 'rendering'; readonly round: number; readonly page: Loaded }
  | { readonly name: 'ready'; readonly round: number; readonly page: Loaded; readonly shownAt: number }
  /** Loaded before and opened again: its styles were removed for those of another release, and are being added again. */
  | { readonly name: 'restyling'; readonly round: number; readonly page: Loaded };

/**
 * What the visitor sees of the remote when the page arrives: this page; another one (`behind`); or another one from another
 * release, whose appearance this page's styles would change (`clashing`).
 */
export type Place = 'open' | 'behind' | 'clashing';

export type LoadEvent =
  /** The page is opened. `isStyled`: the document has the styles of the release it was loaded from. */
  | { readonly type: 'open'; readonly plan: Plan; readonly isStyled: boolean }
  | { readonly type: 'retry'; readonly plan: Plan }
  /** Another page of the same remote is opened. `clashes`: it is loaded, from another release. */
  | { readonly type: 'leave'; readonly clashes: boolean }
  | { readonly type: 'phase'; readonly round: number; readonly phase: LoadPhase }
  | { readonly type: 'arrived'; readonly round: number; readonly page: Loaded; readonly place: Place }
  | {
      readonly type: 'attemptFailed';
      readonly round: number;
      readonly source: RemoteSource;
      readonly phase: LoadPhase;
      readonly message: string;
    }
  /** `isServed`: the server has the files that the retry could not load, and the visitor is still waiting. */
  | { readonly type: 'looked'; readonly round: number; readonly isServed: boolean }
  | { readonly type: 'halfFallbackDelay'; readonly round: number }
  /** `isStuck`: the visitor is waiting for requests that hang, and aborting them frees connections. */
  | { readonly type: 'fallbackDelay'; readonly round: number; readonly isStuck: boolean }
  | { readonly type: 'deadline'; readonly round: number }
  /** The styles of a page that was opened again apply, have failed, or took too long. */
  | { readonly type: 'restyled'; readonly page: Loaded }
  | { readonly type: 'shown'; readonly at: number }
  /** `others`: attempts at the releases that may take over; null if there is none. */
  | { readonly type: 'threw'; readonly at: number; readonly message: string; readonly others: Plan | null }
  | { readonly type: 'notShown'; readonly round: number; readonly message: string; readonly others: Plan | null };

export type LoadEffect =
  | { readonly type: 'attempt'; readonly attempt: Attempt }
  | { readonly type: 'startTimers' }
  | { readonly type: 'stopTimers' }
  | { readonly type: 'abandonRequests' }
  /** Asks whether the server has the files of the page. */
  | { readonly type: 'look'; readonly attempt: Attempt }
  | { readonly type: 'reload' }
  | { readonly type: 'report'; readonly failure: Failure }
  | { readonly type: 'distrust'; readonly source: RemoteSource }
  /** Removes the release's styles from the document. */
  | { readonly type: 'retire'; readonly source: RemoteSource }
  /** The page is about to be shown: the styles of the remote's other releases are removed. */
  | { readonly type: 'switchStyles'; readonly source: RemoteSource }
  | { readonly type: 'restyle'; readonly page: Loaded }
  | { readonly type: 'watchRender' }
  | { readonly type: 'reportShown'; readonly source: RemoteSource };

export type Step = readonly [LoadState, readonly LoadEffect[]];

export const IDLE: LoadState = { name: 'idle', round: 0 };

const stay = (state: LoadState): Step => [state, []];
const attemptAt = (plan: Plan, from: number, to = plan.length): LoadEffect[] =>
  plan.slice(from, to).map((attempt) => ({ type: 'attempt', attempt }));

function startRound(round: number, plan: Plan, isRetry = false): Step {
  const state: LoadState = { name: 'loading', round, plan, begun: 1, running: 1, isRetry, why: null, phase: 'resolve' };
  return [state, [{ type: 'stopTimers' }, { type: 'startTimers' }, ...attemptAt(plan, 0, 1)]];
}

type Trying = LoadState & { readonly name: 'loading' | 'failed' };

function beginMore<T extends Trying>(state: T, count: number): [T, LoadEffect[]] {
  const { plan, begun, running } = state;
  const next = Math.min(plan.length, begun + count);
  return [{ ...state, begun: next, running: running + next - begun }, attemptAt(plan, begun, next)];
}

function fail(state: LoadState & { readonly name: 'loading' }, phase: LoadPhase, message: string): Step {
  const failure: Failure = { release: state.plan[0].source.release, phase, message, served: null };
  const { phase: _, ...round } = state;
  return [{ ...round, name: 'failed', failure }, [{ type: 'report', failure }]];
}

function arrive(state: Trying, page: Loaded, place: Place): Step {
  const effects: LoadEffect[] = [{ type: 'stopTimers' }];
  const wanted = state.plan[0].source;
  if (page.source !== wanted) {
    const phase = state.why?.phase ?? (state.name === 'loading' ? state.phase : 'fetch');
    const message = state.why?.message ?? 'no response in time';
    effects.push({ type: 'distrust', source: wanted });
    effects.push({ type: 'report', failure: { release: wanted.release, phase, message, served: page.source.release } });
  }
  if (place === 'open') effects.push({ type: 'switchStyles', source: page.source }, { type: 'watchRender' });
  // The styles are added again when this page is opened again.
  if (place === 'clashing') effects.push({ type: 'retire', source: page.source });
  return [{ name: 'rendering', round: state.round, page }, effects];
}

function attemptFailed(state: Trying, { source, phase, message }: LoadEvent & { readonly type: 'attemptFailed' }): Step {
  const why = source === state.plan[0].source ? { phase, message } : state.why;
  const left = { ...state, why, running: state.running - 1 };
  if (left.begun < left.plan.length) return beginMore(left, 1);
  if (left.running > 0) return stay(left);
  // The document may remember that the files were missing.
  if (left.name === 'loading' && left.isRetry) return [{ ...left, isRetry: false }, [{ type: 'look', attempt: left.plan[0] }]];
  const effects: LoadEffect[] = [{ type: 'stopTimers' }];
  if (left.name === 'failed') return [left, effects];
  const [failed, reports] = fail(left, why?.phase ?? phase, why?.message ?? message);
  return [failed, [...effects, ...reports]];
}

function looked(state: LoadState, { isServed }: LoadEvent & { readonly type: 'looked' }): Step {
  if (state.name !== 'loading') return stay(state);
  // Until the new document arrives, the visitor keeps waiting in this one.
  if (isServed) return [state, [{ type: 'reload' }]];
  const [failed, reports] = fail(state, state.why?.phase ?? state.phase, state.why?.message ?? 'no response');
  return [failed, [{ type: 'stopTimers' }, ...reports]];
}

function takeOver(state: LoadState & { readonly page: Loaded }, phase: LoadPhase, message: string, others: Plan): Step {
  const { source } = state.page;
  const [next, effects] = startRound(state.round + 1, others);
  return [
    next,
    [
      { type: 'distrust', source },
      { type: 'retire', source },
      { type: 'report', failure: { release: source.release, phase, message, served: others[0].source.release } },
      ...effects,
    ],
  ];
}

function openAgain(state: LoadState & { readonly page: Loaded }, isStyled: boolean): Step {
  if (!isStyled) {
    // A new object: it distinguishes this restyling from earlier ones.
    const page = { ...state.page };
    return [{ name: 'restyling', round: state.round, page }, [{ type: 'restyle', page }]];
  }
  return [state, state.name === 'rendering' ? [{ type: 'watchRender' }] : []];
}

/** The page threw before it was shown, or it has loaded but never appears: it is waiting for something that never arrives. */
function failRendering(
  state: LoadState & { readonly name: 'rendering' },
  { type, message, others }: LoadEvent & { readonly type: 'threw' | 'notShown' },
): Step {
  if (others) return takeOver(state, 'render', message, others);
  const { page, round } = state;
  const failure: Failure = { release: page.source.release, phase: 'render', message, served: null };
  const tried = { plan: [page], begun: 1, running: 0, isRetry: false, why: null } as const;
  return [{ name: 'failed', round, ...tried, failure, threw: type === 'threw' }, [{ type: 'report', failure }]];
}

function threw(state: LoadState, event: LoadEvent & { readonly type: 'threw' }): Step {
  if (state.name === 'rendering') return failRendering(state, event);
  if (state.name !== 'ready') return stay(state);
  // It was shown, and reported as shown, before it broke.
  const { at, message, others } = event;
  if (others && at - state.shownAt < FIRST_RENDER_MILLISECONDS) return takeOver(state, 'ready', message, others);
  return [state, [{ type: 'report', failure: { release: state.page.source.release, phase: 'ready', message, served: null } }]];
}

/** Returns the next state of a page and the effects to run. Events of an earlier round change nothing. */
export function transition(state: LoadState, event: LoadEvent): Step {
  if ('round' in event && event.round !== state.round) return stay(state);
  const isTrying = state.name === 'loading' || state.name === 'failed';
  switch (event.type) {
    case 'open':
      if (state.name === 'idle' || state.name === 'failed') return startRound(state.round + 1, event.plan);
      return state.name === 'loading' || state.name === 'restyling' ? stay(state) : openAgain(state, event.isStyled);
    case 'retry':
      return startRound(state.round + 1, event.plan, true);
    case 'leave':
      if (state.name !== 'restyling') return stay(state);
      return [{ ...state, name: 'rendering' }, event.clashes ? [{ type: 'retire', source: state.page.source }] : []];
    case 'phase':
      return stay(state.name === 'loading' ? { ...state, phase: event.phase } : state);
    case 'arrived':
      // The other address of a release that threw would throw again.
      if (!isTrying || (state.name === 'failed' && state.threw && event.page.source === state.plan[0].source)) return stay(state);
      return arrive(state, event.page, event.place);
    case 'attemptFailed':
      return isTrying ? attemptFailed(state, event) : stay(state);
    case 'looked':
      return looked(state, event);
    case 'halfFallbackDelay':
      return isTrying && state.begun < 2 ? beginMore(state, 1) : stay(state);
    case 'fallbackDelay': {
      if (!isTrying || state.begun === state.plan.length) return stay(state);
      const [next, attempts] = beginMore(state, state.plan.length);
      return [next, event.isStuck ? [{ type: 'abandonRequests' }, ...attempts] : attempts];
    }
    case 'deadline':
      if (state.name !== 'loading') return stay(state);
      return fail(state, state.phase, `no response within ${DEADLINE_MILLISECONDS / 1000} seconds`);
    case 'restyled':
      if (state.name !== 'restyling' || event.page !== state.page) return stay(state);
      return [{ ...state, name: 'rendering' }, [{ type: 'switchStyles', source: state.page.source }, { type: 'watchRender' }]];
    case 'shown':
      if (state.name !== 'rendering' && state.name !== 'ready') return stay(state);
      return [
        state.name === 'ready' ? state : { ...state, name: 'ready', shownAt: event.at },
        [{ type: 'reportShown', source: state.page.source }],
      ];
    case 'threw':
      return threw(state, event);
    case 'notShown':
      return state.name === 'rendering' ? failRendering(state, event) : stay(state);
  }
}
