/** A card and what it shows: its still, or, while the visitor points at it, its exhibit. One card of the site at a time. */
export type AliveState =
  | { readonly name: 'idle'; readonly visit: number }
  /** Waiting: the pointer has just arrived. Loading: the module, and its first frame. */
  | { readonly name: 'waiting' | 'loading' | 'alive'; readonly visit: number; readonly card: string };

/** Events that follow an earlier one name its visit: by then the visitor may point at another card, or at this one again. */
export type AliveEvent =
  | { readonly type: 'enter'; readonly card: string }
  | { readonly type: 'leave'; readonly card: string }
  /** The pointer has stayed long enough that the visit is intentional. */
  | { readonly type: 'rested'; readonly visit: number }
  /** The first frame is drawn. */
  | { readonly type: 'loaded'; readonly visit: number }
  | { readonly type: 'failed'; readonly visit: number }
  /** Motion is paused, or nobody sees the page. */
  | { readonly type: 'motion-off' };

/** `end` ends whatever the visit in progress has started. */
export type AliveEffect = 'wait' | 'load' | 'show' | 'end';

export const IDLE: AliveState = { name: 'idle', visit: 0 };

const NONE: readonly AliveEffect[] = [];

export function nextAlive(state: AliveState, event: AliveEvent): readonly [AliveState, readonly AliveEffect[]] {
  const unchanged = [state, NONE] as const;
  const ended = [{ name: 'idle', visit: state.visit }, ['end']] as const;
  if (event.type === 'enter') {
    if (state.name !== 'idle' && state.card === event.card) return unchanged;
    const next = { name: 'waiting', visit: state.visit + 1, card: event.card } as const;
    return [next, state.name === 'idle' ? ['wait'] : ['end', 'wait']];
  }
  if (state.name === 'idle') return unchanged;
  switch (event.type) {
    case 'leave':
      return event.card === state.card ? ended : unchanged;
    case 'motion-off':
      return ended;
    case 'rested':
      return event.visit === state.visit && state.name === 'waiting' ? [{ ...state, name: 'loading' }, ['load']] : unchanged;
    case 'loaded':
      return event.visit === state.visit && state.name === 'loading' ? [{ ...state, name: 'alive' }, ['show']] : unchanged;
    case 'failed':
      return event.visit === state.visit ? ended : unchanged;
  }
}
