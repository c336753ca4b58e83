import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import {
  handAngles,
  machineText,
  minuteText,
  secondText,
  sweepAngles,
  turnForward,
  wallTimeOf,
  type HandAngles,
  type WallTime,
} from './clock.model.ts';
import { everySecond } from './every-second.ts';

/** A hand that is asked to go further than this at once has slept: it is set, not swung. */
const LARGEST_SWING_DEGREES = 12;
const MILLISECONDS_PER_SECOND = 1000;

interface ClockOptions {
  readonly paused: boolean;
  readonly sweep: boolean;
}

interface Clock {
  readonly faceRef: RefObject<SVGSVGElement | null>;
  readonly timeRef: RefObject<HTMLTimeElement | null>;
  /** "10:08 AM"; changes once a minute, and is all that renders. */
  readonly minute: string;
}

function turnHands(face: SVGSVGElement, turned: HandAngles, target: HandAngles, step: 'tick' | 'sweep' | 'set'): HandAngles {
  const next = {
    hour: turnForward(turned.hour, target.hour),
    minute: turnForward(turned.minute, target.minute),
    second: turnForward(turned.second, target.second),
  };
  face.dataset.step = next.second - turned.second > LARGEST_SWING_DEGREES ? 'set' : step;
  face.style.setProperty('--hour', `${next.hour}deg`);
  face.style.setProperty('--minute', `${next.minute}deg`);
  face.style.setProperty('--second', `${next.second}deg`);
  return next;
}

/** Keeps a face and a written time on the device's clock, past React: a tick renders nothing. */
export function useClock({ paused, sweep }: ClockOptions): Clock {
  const faceRef = useRef<SVGSVGElement>(null);
  const timeRef = useRef<HTMLTimeElement>(null);
  const turned = useRef<HandAngles | null>(null);
  const [minute, setMinute] = useState(() => minuteText(wallTimeOf(new Date())));

  useLayoutEffect(() => {
    const face = faceRef.current;
    const written = timeRef.current;
    if (!face || !written) return;
    const write = (time: WallTime) => {
      written.textContent = secondText(time);
      written.dateTime = machineText(time);
      setMinute(minuteText(time));
    };
    const set = (now: Date, angles: (time: WallTime) => HandAngles) => {
      const target = angles(wallTimeOf(now));
      turned.current = turnHands(face, turned.current ?? target, target, 'set');
    };

    if (paused) {
      if (turned.current === null) {
        const now = new Date();
        set(now, handAngles);
        write(wallTimeOf(now));
      }
      return;
    }
    const stop = everySecond((now) => {
      if (turned.current === null) set(now, sweep ? sweepAngles : handAngles);
      const from = turned.current ?? handAngles(wallTimeOf(now));
      // A sweeping hand is on its way to the next second; the style sheet gives it one second to get there.
      const destination = sweep ? new Date(now.getTime() + MILLISECONDS_PER_SECOND) : now;
      turned.current = turnHands(face, from, handAngles(wallTimeOf(destination)), sweep ? 'sweep' : 'tick');
      write(wallTimeOf(now));
    });
    return () => {
      stop();
      // Stops a swing or a sweep where it is.
      if (sweep) set(new Date(), sweepAngles);
      else face.dataset.step = 'set';
    };
  }, [paused, sweep]);

  return { faceRef, timeRef, minute };
}
