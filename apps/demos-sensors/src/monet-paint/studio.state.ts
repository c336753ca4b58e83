/**
 * What hangs there: `mixing` waits for the graphics card, `laying` shows the first still as its strokes are laid, `flowing` and
 * `standing` have it whole, `lost` waits for a card that was taken away, `plain` is the still that needs no card.
 */
export type Showing = 'mixing' | 'laying' | 'flowing' | 'standing' | 'lost' | 'plain';

export type StudioState =
  /** No card yet, or none any more; it may still come. */
  | { readonly card: 'awaited'; readonly showing: Showing; readonly isPaused: boolean }
  | { readonly card: 'none'; readonly showing: 'plain'; readonly isPaused: boolean }
  /** `isUntouched` until something moved: what then stands is the composed still. */
  | { readonly card: 'ready'; readonly showing: Showing; readonly isPaused: boolean; readonly isUntouched: boolean };

export type StudioEvent =
  | 'card-ready'
  | 'card-missing'
  | 'card-lost'
  | 'left'
  | 'pause'
  | 'resume'
  | 'reset'
  /** A frame was painted. */
  | 'moved'
  /** The still that is being laid may be shown as far as it is. */
  | 'still-looked-at'
  | 'still-done'
  | 'resized'
  | 'palette-turned';

export type StudioEffect =
  /** Begin again with the composition. */
  | 'begin'
  | 'lay-still'
  | 'paint-plain'
  | 'fit'
  | 'turn-palette'
  /** Time that passed while motion was paused, or the pace that was found before, says nothing. */
  | 'rest';

type Step = readonly [StudioState, readonly StudioEffect[]];

export const MIXING: StudioState = { card: 'awaited', showing: 'mixing', isPaused: false };

function begin({ showing, isPaused }: StudioState): Step {
  const next = { card: 'ready', isPaused, isUntouched: true } as const;
  return isPaused ? [{ ...next, showing }, ['begin', 'lay-still']] : [{ ...next, showing: 'flowing' }, ['begin']];
}

/** Without a card the picture is painted anew; while the first one is awaited there is none. */
function repaint(state: StudioState): Step {
  return [state, state.showing === 'lost' || state.showing === 'plain' ? ['paint-plain'] : []];
}

function withCard(state: StudioState & { readonly card: 'ready' }, event: StudioEvent): Step {
  const { isPaused, isUntouched, showing } = state;
  switch (event) {
    case 'reset':
      return begin(state);
    case 'pause':
      return [{ ...state, isPaused: true }, ['rest', 'lay-still']];
    case 'resume':
      return [{ ...state, isPaused: false, showing: 'flowing' }, ['rest']];
    case 'moved':
      return [isUntouched ? { ...state, isUntouched: false } : state, []];
    case 'still-looked-at':
      return [showing === 'mixing' && isPaused ? { ...state, showing: 'laying' } : state, []];
    case 'still-done':
      return [isPaused ? { ...state, showing: 'standing' } : state, []];
    case 'resized':
      return isUntouched ? begin(state) : [state, isPaused ? ['fit', 'lay-still'] : ['fit']];
    case 'palette-turned':
      return isPaused || isUntouched ? begin(state) : [state, ['turn-palette']];
    default:
      return [state, []];
  }
}

/** What each event does to the picture. What is not listed changes nothing. */
export function nextStudio(state: StudioState, event: StudioEvent): Step {
  const { showing, isPaused } = state;
  if (event === 'card-ready') return begin(state);
  if (event === 'card-missing') return [{ card: 'none', showing: 'plain', isPaused }, ['paint-plain']];
  if (event === 'card-lost') return [{ card: 'awaited', showing: 'lost', isPaused }, ['paint-plain']];
  if (event === 'left') return [{ card: 'awaited', showing, isPaused }, []];
  if (state.card === 'ready') return withCard(state, event);
  if (event === 'pause' || event === 'resume') return [{ ...state, isPaused: event === 'pause' }, ['rest']];
  return event === 'resized' || event === 'palette-turned' ? repaint(state) : [state, []];
}

/** A picture that hangs there already stays until the next one is done. */
export const mayLookAtStill = ({ showing }: StudioState): boolean => showing === 'mixing' || showing === 'laying';
