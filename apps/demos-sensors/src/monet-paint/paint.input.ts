import { attachInput } from '../exhibit/input.ts';
import { tipOfPen, UPRIGHT, type Brushes, type Tip } from './brush.ts';

/** Speed of a dab from the keyboard, in sides of the picture per second. */
const PRESS_SPEED = 0.9;

export interface PaintControls {
  readonly brushes: Pick<Brushes, 'down' | 'move' | 'up' | 'press'>;
  /** Pushes all the paint in one direction. */
  push(x: number, y: number): void;
  /** Starts again with the composition. */
  reset(): void;
  togglePause(): void;
  undo(): void;
  redo(): void;
}

const tipOf = ({ pointerType, pressure, tiltX, tiltY }: PointerEvent): Tip =>
  pointerType === 'pen' ? tipOfPen(pressure, tiltX, tiltY) : UPRIGHT;

/**
 * Connects fingers, mouse and keys of the picture's element to the paint.
 * @returns a function that disconnects them
 */
export function attachBrushes(element: HTMLElement, controls: PaintControls): () => void {
  const { brushes, push, reset, togglePause, undo, redo } = controls;
  let presses = 0;

  function touchOf(event: PointerEvent): readonly [pointer: number, x: number, y: number, at: number, tip: Tip] {
    const { left, top, width, height } = element.getBoundingClientRect();
    const { pointerId, clientX, clientY, timeStamp } = event;
    return [pointerId, (clientX - left) / width, (clientY - top) / height, timeStamp, tipOf(event)];
  }
  function pressBrush(isRepeat: boolean): void {
    // Each press turns the direction by the golden angle.
    presses += 1;
    const angle = presses * Math.PI * (3 - Math.sqrt(5));
    const [x, y] = [Math.cos(angle), Math.sin(angle)];
    brushes.press(0.5 + 0.2 * x, 0.5 + 0.2 * y, -y * PRESS_SPEED, x * PRESS_SPEED, isRepeat);
  }

  return attachInput(element, {
    down: (event) => brushes.down(...touchOf(event)),
    move: (event) => brushes.move(...touchOf(event)),
    up: (event) => brushes.up(event.pointerId),
    arrow: push,
    key(name, isRepeat) {
      const key = name.toLowerCase();
      if (key === ' ' || key === 'enter') pressBrush(isRepeat);
      else if (key === 'r' || key === 'p') {
        if (!isRepeat) (key === 'r' ? reset : togglePause)();
      } else return false;
      return true;
    },
    command(name, isShift) {
      if (name !== 'z') return false;
      (isShift ? redo : undo)();
      return true;
    },
  });
}
