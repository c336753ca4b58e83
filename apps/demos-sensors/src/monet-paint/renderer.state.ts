/**
 * What is shown: `mixing` waits for the GPU, `refining` shows a coarse still while the fine one is drawn, `flowing` and
 * `still` show the finished picture, `lost` waits for a lost graphics context, `plain` is the still without a GPU.
 */
export type Showing = 'mixing' | 'refining' | 'flowing' | 'still' | 'lost' | 'plain';

export type RendererState =
  /** No GPU yet, or it was lost; it may still arrive. */
  | { readonly gpu: 'awaited'; readonly showing: Showing; readonly isPaused: boolean }
  | { readonly gpu: 'none'; readonly showing: 'plain'; readonly isPaused: boolean }
  /** `isUntouched` until something moves; until then the still shows the composition. */
  | { readonly gpu: 'ready'; readonly showing: Showing; readonly isPaused: boolean; readonly isUntouched: boolean };

export type RendererEvent =
  | 'gpu-ready'
  | 'gpu-missing'
  | 'gpu-lost'
  | 'left'
  | 'pause'
  | 'resume'
  | 'reset'
  /** A frame was painted. */
  | 'moved'
  /** Undo or redo brought back an earlier picture. */
  | 'restored'
  | 'still-done'
  | 'resized'
  | 'palette-changed';

export type RendererEffect =
  /** Keep a copy of the paint for undo. */
  | 'record'
  /** Start again from the composition. */
  | 'begin'
  /** Show the paint at once, with few strokes. */
  | 'show-still'
  /** Draw the paint with all strokes, and show it when it is finished. */
  | 'draw-still'
  | 'paint-plain'
  | 'fit'
  | 'change-palette'
  /** Discards time that passed while motion was paused, and the measured pace. */
  | 'rest';

type Step = readonly [RendererState, readonly RendererEffect[]];

export const MIXING: RendererState = { gpu: 'awaited', showing: 'mixing', isPaused: false };

function begin({ isPaused }: RendererState): Step {
  const next = { gpu: 'ready', isPaused, isUntouched: true } as const;
  return isPaused
    ? [{ ...next, showing: 'refining' }, ['begin', 'show-still', 'draw-still']]
    : [{ ...next, showing: 'flowing' }, ['begin']];
}

/** Starts again so that undo brings the paint back. */
function replace(state: RendererState): Step {
  const [next, effects] = begin(state);
  return [next, ['record', ...effects]];
}

/** Repaints the plain picture, which exists only once the GPU is known to be missing or was lost. */
function repaint(state: RendererState): Step {
  return [state, state.showing === 'lost' || state.showing === 'plain' ? ['paint-plain'] : []];
}

function withGpu(state: RendererState & { readonly gpu: 'ready' }, event: RendererEvent): Step {
  const { isPaused, isUntouched } = state;
  switch (event) {
    case 'reset':
      return replace(state);
    case 'pause':
      return [{ ...state, isPaused: true }, ['rest', 'draw-still']];
    case 'resume':
      return [{ ...state, isPaused: false, showing: 'flowing' }, ['rest']];
    case 'moved':
      return [isUntouched ? { ...state, isUntouched: false } : state, []];
    case 'restored': {
      const next = { ...state, isUntouched: false };
      return isPaused ? [{ ...next, showing: 'refining' }, ['rest', 'show-still', 'draw-still']] : [next, ['rest']];
    }
    case 'still-done':
      return [isPaused ? { ...state, showing: 'still' } : state, []];
    case 'resized':
      return isUntouched ? begin(state) : [state, isPaused ? ['fit', 'draw-still'] : ['fit']];
    case 'palette-changed':
      if (isUntouched) return begin(state);
      // Paint at rest cannot flow into the new colors.
      return isPaused ? replace(state) : [state, ['change-palette']];
    default:
      return [state, []];
  }
}

/** What each event does to the picture. Events that do not apply change nothing. */
export function nextRenderer(state: RendererState, event: RendererEvent): Step {
  const { showing, isPaused } = state;
  if (event === 'gpu-ready') return begin(state);
  if (event === 'gpu-missing') return [{ gpu: 'none', showing: 'plain', isPaused }, ['paint-plain']];
  if (event === 'gpu-lost') return [{ gpu: 'awaited', showing: 'lost', isPaused }, ['paint-plain']];
  if (event === 'left') return [{ gpu: 'awaited', showing, isPaused }, []];
  if (state.gpu === 'ready') return withGpu(state, event);
  if (event === 'pause' || event === 'resume') return [{ ...state, isPaused: event === 'pause' }, ['rest']];
  return event === 'resized' || event === 'palette-changed' ? repaint(state) : [state, []];
}
