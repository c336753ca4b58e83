import { attachHand } from '../exhibit/hand.ts';
import type { Studio } from './studio.ts';

/** Sides of the picture a second that the keyboard's dab goes at. */
const PRESS_SPEED = 0.9;

/** Connects fingers, mouse and keys of the picture's element to its brushes; the answer disconnects them. */
export function attachBrushes(element: HTMLElement, studio: Pick<Studio, 'brushes' | 'push'>): () => void {
  let presses = 0;

  function placeOf(event: PointerEvent): readonly [number, number, number] {
    const box = element.getBoundingClientRect();
    return [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height, event.timeStamp];
  }

  return attachHand(element, {
    down: (event) => studio.brushes.down(event.pointerId, ...placeOf(event)),
    move: (event) => studio.brushes.move(event.pointerId, ...placeOf(event)),
    up: (event) => studio.brushes.up(event.pointerId),
    arrow: (x, y) => studio.push(x, y),
    key(name) {
      if (name !== ' ' && name !== 'Enter') return false;
      // Each press goes another way round, the golden angle on.
      presses += 1;
      const angle = presses * Math.PI * (3 - Math.sqrt(5));
      const [x, y] = [Math.cos(angle), Math.sin(angle)];
      studio.brushes.press(0.5 + 0.2 * x, 0.5 + 0.2 * y, -y * PRESS_SPEED, x * PRESS_SPEED);
      return true;
    },
  });
}
