import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { createHands, runHands, type ClockHands } from './clock-hands.ts';
import { handAngles, machineText, minuteText, secondText, wallTimeIn, wallTimeOf, type WallTime } from './clock.model.ts';

type Face = HTMLElement | SVGSVGElement;

export interface ClockOptions {
  readonly paused: boolean;
  readonly sweep: boolean;
  /** IANA name; the device's zone by default. */
  readonly zone?: string | undefined;
}

/** Additional changes to a drawing at each tick. Define it outside the component, because it is a hook dependency. */
type DrawTime<F extends Face> = (face: F, time: WallTime) => void;

interface Clock<F extends Face> {
  readonly faceRef: RefObject<F | null>;
  readonly timeRef: RefObject<HTMLTimeElement | null>;
  /** The time shown, to the minute. The component renders only when it changes. */
  readonly time: WallTime;
  /** "10:08 AM" */
  readonly minute: string;
}

const prefersReducedMotion = (): boolean => window.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false;
const toTheMinute = (time: WallTime): WallTime => ({ ...time, seconds: 0, milliseconds: 0 });
export const readerOf = (zone: string | undefined) => (zone === undefined ? wallTimeOf : wallTimeIn(zone));

/** The accessible name of a drawing: "Radar time showing 10:08 AM". */
export function clockName(what: string, minute: string, paused: boolean): string {
  return paused ? `${what}, paused at ${minute}` : `${what} showing ${minute}`;
}

/** Synchronizes a face and a written time, if present, with the device's clock. A tick causes no render. */
export function useClock<F extends Face = SVGSVGElement>({ paused, sweep, zone }: ClockOptions, draw?: DrawTime<F>): Clock<F> {
  const faceRef = useRef<F>(null);
  const timeRef = useRef<HTMLTimeElement>(null);
  const hands = useRef<ClockHands | null>(null);
  const shown = useRef<{ readonly at: Date; readonly zone: string | undefined } | null>(null);
  const [shownTime, setShownTime] = useState(() => toTheMinute(readerOf(zone)(new Date())));

  useLayoutEffect(() => {
    const read = readerOf(zone);
    const face = faceRef.current;
    if (face) hands.current ??= createHands(face);
    const write = (time: WallTime, at: Date) => {
      shown.current = { at, zone };
      if (face) draw?.(face, time);
      if (timeRef.current) {
        timeRef.current.textContent = secondText(time);
        timeRef.current.dateTime = machineText(time);
      }
      setShownTime((last) => (last.hours === time.hours && last.minutes === time.minutes ? last : toTheMinute(time)));
    };
    if (paused) {
      if (shown.current !== null && shown.current.zone === zone) return;
      // If the zone changes, the clock stays at its moment.
      const at = shown.current?.at ?? new Date();
      const time = read(at);
      hands.current?.set(handAngles(time));
      write(time, at);
      return;
    }
    return runHands(hands.current, { read, sweep: sweep && !prefersReducedMotion(), onTime: write });
  }, [paused, sweep, zone, draw]);

  return { faceRef, timeRef, time: shownTime, minute: minuteText(shownTime) };
}
