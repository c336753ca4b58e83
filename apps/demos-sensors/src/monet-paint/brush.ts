import type { Color } from './palettes.ts';

/** How a brush touches the paint. */
export interface Tip {
  /** 0 only stirs; 1 applies as much paint as the brush holds. */
  readonly load: number;
  /** Relative to the chosen brush. */
  readonly width: number;
  /** Direction in which a pen leans, with the sine of its angle from upright as length. At 1 its mark is twice as long as wide. */
  readonly leanX: number;
  readonly leanY: number;
}

/** What one brush does to the paint in one frame. Positions are fractions of the picture's sides, speeds are sides per second. */
export interface Dab extends Tip {
  readonly x: number;
  readonly y: number;
  readonly speedX: number;
  readonly speedY: number;
  readonly color: Color;
}

/** Specified: touches are read every 16 ms on a phone and every 8 ms on a desktop. */
export const touchThrottle = (mobile: boolean) => (mobile ? 16 : 8);
/** Maximum number of dabs that the fluid shader takes in one frame. */
export const MAX_DABS = 8;
const MAX_SPEED = 2.5;
/** A mouse and a finger have neither pressure nor tilt. */
export const UPRIGHT: Tip = { load: 1, width: 1, leanX: 0, leanY: 0 };
/** The pressure of a pen that is held lightly; browsers also report it for pens without pressure. It paints as a mouse does. */
const USUAL_PRESSURE = 0.5;

/** `pressure` is 0 to 1; tilts are degrees from upright, to the right and toward the visitor. */
export function tipOfPen(pressure: number, tiltX: number, tiltY: number): Tip {
  const share = Math.min(1, Math.max(0, pressure)) / USUAL_PRESSURE;
  const [x, y] = [Math.sin((tiltX * Math.PI) / 180), Math.sin((tiltY * Math.PI) / 180)];
  const long = Math.max(1, Math.hypot(x, y));
  return { load: Math.min(1, 0.2 + 0.8 * share), width: 0.4 + 0.6 * share, leanX: x / long, leanY: y / long };
}

interface Brush {
  x: number;
  y: number;
  at: number;
  readonly color: Color;
}

/** Brushes by pointer id: each finger is one, and keeps its color for as long as it is down. */
export interface Brushes {
  down(pointer: number, x: number, y: number, at: number, tip: Tip): void;
  move(pointer: number, x: number, y: number, at: number, tip: Tip): void;
  up(pointer: number): void;
  /** A dab from the keyboard, which has no pointer. All dabs of a key that is held are one stroke. */
  press(x: number, y: number, speedX: number, speedY: number, isRepeat: boolean): void;
  /** Dabs since the last call, oldest first, at most MAX_DABS; the latest of the rest are kept for the next call. */
  take(): readonly Dab[];
  clear(): void;
}

/** `onStroke` is called before a stroke; fingers that come down while another is down belong to its stroke. */
export function createBrushes(throttle: number, colors: () => readonly Color[], onStroke: () => void): Brushes {
  const brushes = new Map<number, Brush>();
  let waiting: Dab[] = [];
  let next = 0;

  function nextColor(): Color {
    const all = colors();
    next += 1;
    return all[(next - 1) % all.length]!;
  }
  function dab(brush: Brush, x: number, y: number, at: number, tip: Tip): void {
    const seconds = Math.max(at - brush.at, 1) / 1000;
    const speed = Math.hypot(x - brush.x, y - brush.y) / seconds;
    const scale = Math.min(1, MAX_SPEED / (speed || 1)) / seconds;
    // A fast stroke is split, or it would look like a row of dots.
    const pieces = Math.min(4, 1 + Math.floor(Math.hypot(x - brush.x, y - brush.y) / 0.03));
    for (let piece = 1; piece <= pieces; piece += 1) {
      waiting.push({
        x: brush.x + ((x - brush.x) * piece) / pieces,
        y: brush.y + ((y - brush.y) * piece) / pieces,
        speedX: (x - brush.x) * scale,
        speedY: (y - brush.y) * scale,
        color: brush.color,
        ...tip,
      });
    }
    Object.assign(brush, { x, y, at });
  }

  return {
    down(pointer, x, y, at, tip) {
      if (brushes.size === 0) onStroke();
      const brush = { x, y, at, color: nextColor() };
      brushes.set(pointer, brush);
      waiting.push({ x, y, speedX: 0, speedY: 0, color: brush.color, ...tip });
    },
    move(pointer, x, y, at, tip) {
      const brush = brushes.get(pointer);
      if (brush && at - brush.at >= throttle) dab(brush, x, y, at, tip);
    },
    up: (pointer) => void brushes.delete(pointer),
    press(x, y, speedX, speedY, isRepeat) {
      if (!isRepeat) onStroke();
      waiting.push({ x, y, speedX, speedY, color: nextColor(), ...UPRIGHT });
    },
    take() {
      const taken = waiting.slice(0, MAX_DABS);
      // A hand that is faster than the frames builds up a backlog; only the latest dabs, enough for four frames, are kept.
      waiting = waiting.slice(MAX_DABS).slice(-4 * MAX_DABS);
      return taken;
    },
    clear() {
      brushes.clear();
      waiting = [];
    },
  };
}
