import { ClockFace } from '../clock-face.tsx';
import { clockName, useClock, type ClockOptions } from '../use-clock.ts';

/** The clock of /projects/analog-clock, among the others. */
export function AnalogTime(options: ClockOptions) {
  const { faceRef, minute } = useClock(options);
  return <ClockFace faceRef={faceRef} name={clockName('Analog clock', minute, options.paused)} />;
}
