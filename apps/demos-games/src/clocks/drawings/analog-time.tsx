import { ClockFace } from '../clock-face.tsx';
import { clockName, useClock, type ClockOptions } from '../use-clock.ts';

/** The clock from /projects/analog-clock, as one of the six. */
export function AnalogTime(options: ClockOptions) {
  const { faceRef, minute } = useClock(options);
  return <ClockFace faceRef={faceRef} name={clockName('Analog clock', minute, options.paused)} />;
}
