import { attachHand } from '../exhibit/hand.ts';
import type { Brushes } from './brush.ts';

/** Speed of a dab from the keyboard, in sides of the picture per second. */
const PRESS_SPEED = 0.9;

export interface PaintControls {
  readonly brushes: Pick<Brushes, 'down' | 'move' | 'up' | 'press'>;
  /** Pushes all the paint one way. */
  push(x: number, y: number): void;
  /** Starts again with the composition. */
  reset(): void;
  togglePause(): void;
}

/**
 * Connects fingers, mouse and keys of the picture's element to the paint.
 * @returns disconnects them
 */
export function attachBrushes(element: HTMLElement, { brushes, push, reset, togglePause }: PaintControls): () => void {
  let presses = 0;

  function placeOf(event: PointerEvent): readonly [number, number, number] {
    const box = element.getBoundingClientRect();
    return [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height, event.timeStamp];
  }
  function pressBrush(): void {
    // Each press turns the direction by the golden angle.
    presses += 1;
    const angle = presses * Math.PI * (3 - Math.sqrt(5));
    const [x, y] = [Math.cos(angle), Math.sin(angle)];
    brushes.press(0.5 + 0.2 * x, 0.5 + 0.2 * y, -y * PRESS_SPEED, x * PRESS_SPEED);
  }

  return attachHand(element, {
    down: (event) => brushes.down(event.pointerId, ...placeOf(event)),
    move: (event) => brushes.move(event.pointerId, ...placeOf(event)),
    up: (event) => brushes.up(event.pointerId),
    arrow: push,
    key(name, isRepeat) {
      const key = name.toLowerCase();
      if (key === ' ' || key === 'enter') pressBrush();
      else if (key === 'r' || key === 'p') {
        if (!isRepeat) (key === 'r' ? reset : togglePause)();
      } else return false;
      return true;
    },
  });
}
