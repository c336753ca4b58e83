import type { Match } from './match.ts';

/** Where the inputs of a running game come from: the visitor, a recorded run, or a scenario that continues. */
type InputSource = 'player' | 'replay' | 'scenario';

export type ArenaState =
  /** The bot plays behind the start screen. */
  | { readonly phase: 'ready' }
  /** A named scenario as a still picture. */
  | { readonly phase: 'still' }
  | { readonly phase: 'running'; readonly inputSource: InputSource }
  /** `byMotion`: paused together with motion on the whole page, and resumed with it. */
  | { readonly phase: 'paused'; readonly inputSource: InputSource; readonly byMotion: boolean }
  | { readonly phase: 'over'; readonly inputSource: InputSource }
  /** A finished replay. */
  | { readonly phase: 'watched'; readonly isSame: boolean };

export type ArenaEvent =
  | { readonly type: 'start' | 'watch' | 'show-scenario' | 'continue-scenario'; readonly match: Match }
  | { readonly type: 'pause' | 'resume' | 'motion-stopped' | 'motion-started' }
  | { readonly type: 'resized' | 'prelude-ended' | 'wave-begun' | 'game-over' | 'left' }
  | { readonly type: 'replay-ended'; readonly isSame: boolean };

export type ArenaEffect =
  | { readonly do: 'show'; readonly match: Match }
  | {
      readonly do: 'play-prelude' | 'fit' | 'save-records' | 'release-controls' | 'unlock-sound' | 'report-status' | 'read-out';
    };

type Step = readonly [ArenaState, readonly ArenaEffect[]];

const effect = (name: Exclude<ArenaEffect['do'], 'show'>): ArenaEffect => ({ do: name });
const READY: ArenaState = { phase: 'ready' };

/** Scores of replays and of the demo bot are not recorded. */
function saveEffects(state: ArenaState): readonly ArenaEffect[] {
  const isPlayed =
    (state.phase === 'running' || state.phase === 'paused' || state.phase === 'over') && state.inputSource !== 'replay';
  return isPlayed ? [effect('save-records')] : [];
}

function pause(state: ArenaState, byMotion: boolean): Step {
  if (state.phase !== 'running') return [state, []];
  return [
    { phase: 'paused', inputSource: state.inputSource, byMotion },
    [effect('release-controls'), ...saveEffects(state), effect('report-status'), effect('read-out')],
  ];
}

function resume(state: ArenaState): Step {
  if (state.phase !== 'paused') return [state, []];
  return [{ phase: 'running', inputSource: state.inputSource }, [effect('release-controls'), effect('report-status')]];
}

/** The arena's rules: what each event does in each state. Events that do not apply change nothing. */
export function nextArena(state: ArenaState, event: ArenaEvent): Step {
  switch (event.type) {
    case 'start':
      return [
        { phase: 'running', inputSource: 'player' },
        [
          ...saveEffects(state),
          effect('release-controls'),
          { do: 'show', match: event.match },
          ...(['unlock-sound', 'report-status', 'read-out'] as const).map(effect),
        ],
      ];
    case 'watch':
      return [
        { phase: 'running', inputSource: 'replay' },
        [
          ...saveEffects(state),
          { do: 'show', match: event.match },
          ...(['unlock-sound', 'report-status', 'read-out'] as const).map(effect),
        ],
      ];
    case 'show-scenario':
      return [{ phase: 'still' }, [{ do: 'show', match: event.match }, effect('read-out')]];
    case 'continue-scenario':
      return [
        { phase: 'running', inputSource: 'scenario' },
        [{ do: 'show', match: event.match }, effect('report-status'), effect('read-out')],
      ];
    case 'pause':
      return pause(state, false);
    case 'motion-stopped':
      return pause(state, true);
    case 'resume':
      return resume(state);
    case 'motion-started':
      return state.phase === 'paused' && state.byMotion ? resume(state) : [state, []];
    case 'resized':
      return [state, [effect(state.phase === 'ready' ? 'play-prelude' : 'fit')]];
    case 'prelude-ended':
      return state.phase === 'ready' ? [READY, [effect('play-prelude')]] : [state, []];
    case 'wave-begun':
    case 'left':
      return [state, saveEffects(state)];
    case 'game-over':
      if (state.phase !== 'running') return [state, []];
      return [{ phase: 'over', inputSource: state.inputSource }, [...saveEffects(state), effect('report-status')]];
    case 'replay-ended':
      if (state.phase !== 'running') return [state, []];
      return [{ phase: 'watched', isSame: event.isSame }, [effect('report-status')]];
  }
}

export interface Status {
  readonly phase: 'ready' | 'running' | 'paused' | 'over' | 'watched';
  readonly watching: boolean;
  /** After a replay: true if it had the same result as the run. */
  readonly isSame: boolean;
}

/** The status for the page. */
export function statusOf(state: ArenaState): Status {
  return {
    phase: state.phase === 'still' ? 'ready' : state.phase,
    watching: state.phase === 'watched' || ('inputSource' in state && state.inputSource !== 'player'),
    isSame: state.phase === 'watched' && state.isSame,
  };
}
