import { useEffect, useRef, useState } from 'react';
import { useHost } from '@site/host';
import type { Layout } from '../../engine/layouts.ts';
import { planLoop } from './loop.model.ts';
import { makeLoop } from './make-loop.ts';

type LoopState =
  | { readonly step: 'idle' | 'failed' }
  /** `done`: share of the loop, 0 to 1. */
  | { readonly step: 'making'; readonly done: number }
  | { readonly step: 'made'; readonly file: Blob };

export interface Loop {
  readonly state: LoopState;
  /** Makes the loop, unless it is already made, and resolves to it; undefined if it was canceled or failed. */
  make(): Promise<Blob | undefined>;
  cancel(): void;
}

const IDLE: LoopState = { step: 'idle' };

/** The loop of a finished picture. A new picture starts without one. */
export function useLoop(picture: Blob, layout: Layout, photos: number): Loop {
  const { startWorker } = useHost();
  const [shown, setShown] = useState({ picture, state: IDLE });
  const state = shown.picture === picture ? shown.state : IDLE;
  const show = (next: LoopState) => setShown({ picture, state: next });
  const running = useRef<AbortController>(null);
  const cancel = () => {
    running.current?.abort();
    if (state.step === 'making') show(IDLE);
  };
  useEffect(() => () => running.current?.abort(), []);
  const make = async () => {
    if (state.step === 'made') return state.file;
    const controller = new AbortController();
    const { signal } = controller;
    running.current = controller;
    show({ step: 'making', done: 0 });
    try {
      const request = { picture, plan: planLoop(layout, photos) };
      const file = await makeLoop(startWorker, request, (done) => show({ step: 'making', done }), signal);
      show({ step: 'made', file });
      return file;
    } catch (error) {
      if (signal.aborted) return undefined;
      console.info('The loop could not be made.', error);
      show({ step: 'failed' });
      return undefined;
    }
  };
  return { state, make, cancel };
}
