import { handAngles, sweepAngles, turnForward, type HandAngles, type WallTime } from './clock.model.ts';
import { everySecond } from './every-second.ts';

/** If the second hand has to move further than this, after a suspension, the hands are set at once instead of animated. */
const MAX_SWING_DEGREES = 12;
const MILLISECONDS_PER_SECOND = 1000;

/** The element whose custom properties `--hour`, `--minute` and `--second` turn a drawing's parts. */
export interface TurnedElement {
  readonly dataset: DOMStringMap;
  readonly style: Pick<CSSStyleDeclaration, 'setProperty'>;
}

export interface ClockHands {
  isSet(): boolean;
  /** Sets the hands without animation. */
  set(target: HandAngles): void;
  /** Moves the hands there, forward only. */
  turn(target: HandAngles, step: 'tick' | 'sweep'): void;
  /** Stops the current animation. */
  hold(): void;
}

export function createHands(face: TurnedElement): ClockHands {
  let turned: HandAngles | null = null;
  const show = (target: HandAngles, step: string) => {
    const from = turned ?? target;
    turned = {
      hour: turnForward(from.hour, target.hour),
      minute: turnForward(from.minute, target.minute),
      second: turnForward(from.second, target.second),
    };
    face.dataset['step'] = turned.second - from.second > MAX_SWING_DEGREES ? 'set' : step;
    face.style.setProperty('--hour', `${turned.hour}deg`);
    face.style.setProperty('--minute', `${turned.minute}deg`);
    face.style.setProperty('--second', `${turned.second}deg`);
  };
  return {
    isSet: () => turned !== null,
    set: (target) => show(target, 'set'),
    turn: show,
    hold: () => {
      face.dataset['step'] = 'set';
    },
  };
}

interface ClockWork {
  readonly read: (date: Date) => WallTime;
  readonly sweep: boolean;
  /** Called at once and then every second, with the time shown and its moment. */
  readonly onTime: (time: WallTime, at: Date) => void;
}

/**
 * Keeps the hands in step with the device's clock.
 * @returns a function that stops them in place
 */
export function runHands(hands: ClockHands | null, { read, sweep, onTime }: ClockWork): () => void {
  const stop = everySecond((now) => {
    const time = read(now);
    if (hands && !hands.isSet()) hands.set(sweep ? sweepAngles(time) : handAngles(time));
    // A sweeping hand moves toward the next second; its CSS transition takes one second.
    const destination = sweep ? read(new Date(now.getTime() + MILLISECONDS_PER_SECOND)) : time;
    hands?.turn(handAngles(destination), sweep ? 'sweep' : 'tick');
    onTime(time, now);
  });
  return () => {
    stop();
    if (sweep) hands?.set(sweepAngles(read(new Date())));
    else hands?.hold();
  };
}
