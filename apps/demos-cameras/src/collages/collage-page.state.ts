import type { CameraState } from '../engine/camera-session.ts';
import type { Collage } from './capture.ts';

/** Where a visitor is between opening a collage page and the finished picture. */
export type CollagePageState =
  /** Choosing a camera. `hasFailed`: the previous picture could not be composed. */
  | { readonly step: 'setup'; readonly hasFailed: boolean }
  | { readonly step: 'shooting' }
  /** `hasFailed`: a tile could not be retaken. */
  | { readonly step: 'result'; readonly collage: Collage; readonly hasFailed: boolean }
  /** A tile is to be retaken, but the camera was refused before: the browser is asking again. */
  | { readonly step: 'asking'; readonly collage: Collage }
  | { readonly step: 'retaking'; readonly collage: Collage };

export type CollagePageEvent =
  | { readonly type: 'start' | 'cancel' | 'fail' }
  | { readonly type: 'retake' | 'answer' | 'again'; readonly isGranted: boolean }
  | {
      readonly type: 'finish';
      readonly collage: Collage;
      /** Whether a first picture is shared. */
      readonly isShared: boolean;
      /** The previous picture was not shared, or was removed from the gallery. */
      readonly wasPrivate: boolean;
    };

export type CollagePageEffect =
  | { readonly do: 'start-camera' | 'stop-camera' | 'request-camera' | 'ask-for-retake' | 'forget-save' | 'focus-heading' }
  | { readonly do: 'save'; readonly collage: Collage };

type Step = readonly [CollagePageState, readonly CollagePageEffect[]];

const effect = (name: Exclude<CollagePageEffect['do'], 'save'>): CollagePageEffect => ({ do: name });

/** Closes the dialog and keeps the previous picture, if there is one. */
function closeDialog(state: CollagePageState, hasFailed: boolean): Step {
  if (state.step === 'shooting') return [{ step: 'setup', hasFailed }, [effect('stop-camera')]];
  if (state.step === 'retaking') return [{ step: 'result', collage: state.collage, hasFailed }, [effect('stop-camera')]];
  return [state, []];
}

function finish(state: CollagePageState, event: CollagePageEvent & { readonly type: 'finish' }): Step {
  if (state.step !== 'shooting' && state.step !== 'retaking') return [state, []];
  const { collage, isShared, wasPrivate } = event;
  // A retake stays where the picture is, whatever was chosen before the first shot: it may have been added or removed since.
  const isSaved = state.step === 'retaking' ? !wasPrivate : isShared;
  const saving: readonly CollagePageEffect[] = isSaved ? [{ do: 'save', collage }] : [];
  return [{ step: 'result', collage, hasFailed: false }, [effect('stop-camera'), ...saving]];
}

function again(isGranted: boolean): Step {
  const names = ['stop-camera', 'forget-save', ...(isGranted ? [] : (['request-camera'] as const)), 'focus-heading'] as const;
  return [{ step: 'setup', hasFailed: false }, names.map(effect)];
}

/** Returns the next state and the effects of an event. Events that do not apply at a step change nothing. */
export function nextCollagePage(state: CollagePageState, event: CollagePageEvent): Step {
  switch (event.type) {
    case 'start':
      // If the dialog closed by itself because its camera was lost, it opens again.
      return 'collage' in state ? [state, []] : [{ step: 'shooting' }, [effect('start-camera')]];
    case 'retake':
      if (state.step !== 'result' && state.step !== 'retaking') return [state, []];
      return event.isGranted
        ? [{ step: 'retaking', collage: state.collage }, [effect('start-camera')]]
        : [{ step: 'asking', collage: state.collage }, [effect('ask-for-retake')]];
    case 'answer':
      if (state.step !== 'asking') return [state, []];
      return event.isGranted
        ? [{ step: 'retaking', collage: state.collage }, [effect('start-camera')]]
        : [{ step: 'result', collage: state.collage, hasFailed: false }, []];
    case 'cancel':
      return closeDialog(state, false);
    case 'fail':
      return closeDialog(state, true);
    case 'finish':
      return finish(state, event);
    case 'again':
      return 'collage' in state ? again(event.isGranted) : [state, []];
  }
}

export type CollagePageView = 'requesting' | 'denied' | 'setup' | 'shooting' | 'result' | 'retaking';

/** What is shown. A dialog needs a running camera; before the first picture, the camera permission comes first. */
export function viewOf(state: CollagePageState, { permission, stream, isStarting }: CameraState): CollagePageView {
  const isOn = stream !== null || isStarting;
  if ('collage' in state) return state.step === 'retaking' && isOn ? 'retaking' : 'result';
  if (permission === 'unasked' || permission === 'requesting') return 'requesting';
  if (permission === 'denied') return 'denied';
  return state.step === 'shooting' && isOn ? 'shooting' : 'setup';
}
