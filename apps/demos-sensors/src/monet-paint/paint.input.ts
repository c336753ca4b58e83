import type { Studio } from './studio.ts';

/** Sides of the picture a second that the keyboard's dab goes at. */
const PRESS_SPEED = 0.9;
const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Connects fingers, mouse and keys of the picture's element to its brushes; the answer disconnects them. */
export function attachBrushes(element: HTMLElement, studio: Pick<Studio, 'brushes' | 'push'>): () => void {
  let presses = 0;

  function placeOf(event: PointerEvent): readonly [number, number, number] {
    const box = element.getBoundingClientRect();
    return [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height, event.timeStamp];
  }
  function down(event: PointerEvent): void {
    if (event.button !== 0) return;
    element.setPointerCapture?.(event.pointerId);
    studio.brushes.down(event.pointerId, ...placeOf(event));
  }
  function move(event: PointerEvent): void {
    studio.brushes.move(event.pointerId, ...placeOf(event));
  }
  function up(event: PointerEvent): void {
    studio.brushes.up(event.pointerId);
  }
  function key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const arrow = ARROWS[event.key];
    if (arrow) studio.push(...arrow);
    else if (event.key === ' ' || event.key === 'Enter') {
      // Each press goes another way round, the golden angle on.
      presses += 1;
      const angle = presses * Math.PI * (3 - Math.sqrt(5));
      const [x, y] = [Math.cos(angle), Math.sin(angle)];
      studio.brushes.press(0.5 + 0.2 * x, 0.5 + 0.2 * y, -y * PRESS_SPEED, x * PRESS_SPEED);
    } else return;
    event.preventDefault();
  }

  element.addEventListener('pointerdown', down);
  element.addEventListener('pointermove', move);
  element.addEventListener('pointerup', up);
  element.addEventListener('pointercancel', up);
  element.addEventListener('keydown', key);
  return () => {
    element.removeEventListener('pointerdown', down);
    element.removeEventListener('pointermove', move);
    element.removeEventListener('pointerup', up);
    element.removeEventListener('pointercancel', up);
    element.removeEventListener('keydown', key);
  };
}
