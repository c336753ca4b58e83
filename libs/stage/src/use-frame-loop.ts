import { useEffect, useRef } from 'react';
import { useMotionPaused } from '@site/host';
import { startFrameLoop, type FrameLoop, type FrameLoopParts } from './frame-loop.ts';

/**
 * Runs the frame loop while the component is shown and motion is not paused. `parts` is read once, on mount: keep the
 * simulation in a ref and change it in place. A frame causes no render.
 */
export function useFrameLoop(parts: FrameLoopParts, alsoPaused = false): void {
  const paused = useMotionPaused() || alsoPaused;
  const loop = useRef<FrameLoop | undefined>(undefined);
  const first = useRef(parts);
  useEffect(() => {
    const started = startFrameLoop(window, first.current);
    loop.current = started;
    return () => {
      loop.current = undefined;
      started.stop();
    };
  }, []);
  useEffect(() => loop.current?.setPaused(paused), [paused]);
}
