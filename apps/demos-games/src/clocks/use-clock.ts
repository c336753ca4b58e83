import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { createHands, runHands, type ClockHands } from './clock-hands.ts';
import { handAngles, machineText, minuteText, secondText, wallTimeIn, wallTimeOf, type WallTime } from './clock.model.ts';

type Face = HTMLElement | SVGSVGElement;

export interface ClockOptions {
  readonly paused: boolean;
  readonly sweep: boolean;
  /** IANA name; left out, the device's own. */
  readonly zone?: string | undefined;
}

/** What a drawing changes at a tick beside its hands. Keep it outside of the component: it is a dependency. */
type DrawTime<F extends Face> = (face: F, time: WallTime) => void;

interface Clock<F extends Face> {
  readonly faceRef: RefObject<F | null>;
  readonly timeRef: RefObject<HTMLTimeElement | null>;
  /** The time shown, to the minute; it changes once a minute, and that is all that renders. */
  readonly time: WallTime;
  /** "10:08 AM" */
  readonly minute: string;
}

const prefersStillness = (): boolean => window.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false;
const toTheMinute = (time: WallTime): WallTime => ({ ...time, seconds: 0, milliseconds: 0 });
const readerOf = (zone: string | undefined) => (zone === undefined ? wallTimeOf : wallTimeIn(zone));

/** The accessible name of a drawing: "Radar time showing 10:08 AM". */
export function clockName(what: string, minute: string, paused: boolean): string {
  return paused ? `${what}, paused at ${minute}` : `${what} showing ${minute}`;
}

/** Keeps a face and a written time, where there are such, on the device's clock, past React: a tick renders nothing. */
export function useClock<F extends Face = SVGSVGElement>({ paused, sweep, zone }: ClockOptions, draw?: DrawTime<F>): Clock<F> {
  const faceRef = useRef<F>(null);
  const timeRef = useRef<HTMLTimeElement>(null);
  const hands = useRef<ClockHands | null>(null);
  const shown = useRef(false);
  const [shownTime, setShownTime] = useState(() => toTheMinute(readerOf(zone)(new Date())));

  useLayoutEffect(() => {
    const read = readerOf(zone);
    const face = faceRef.current;
    if (face) hands.current ??= createHands(face);
    const write = (time: WallTime) => {
      shown.current = true;
      if (face) draw?.(face, time);
      if (timeRef.current) {
        timeRef.current.textContent = secondText(time);
        timeRef.current.dateTime = machineText(time);
      }
      setShownTime((last) => (last.hours === time.hours && last.minutes === time.minutes ? last : toTheMinute(time)));
    };
    if (paused) {
      if (shown.current) return;
      const time = read(new Date());
      hands.current?.set(handAngles(time));
      write(time);
      return;
    }
    return runHands(hands.current, { read, sweep: sweep && !prefersStillness(), onTime: write });
  }, [paused, sweep, zone, draw]);

  return { faceRef, timeRef, time: shownTime, minute: minuteText(shownTime) };
}
