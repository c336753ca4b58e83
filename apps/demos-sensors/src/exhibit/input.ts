/** The direction of each arrow key: x to the right, y down. */
const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

interface InputHandlers {
  down(event: PointerEvent): void;
  move(event: PointerEvent): void;
  /** Called on pointerup and pointercancel; the event's type distinguishes them. */
  up(event: PointerEvent): void;
  arrow(x: number, y: number): void;
  /** Any key but an arrow; returns true if the exhibit uses it, so that the page does not scroll. */
  key(name: string, isRepeat: boolean): boolean;
  /** A key pressed with Control or Command, in lower case; returns true if the exhibit uses it. */
  command?(name: string, isShift: boolean): boolean;
}

/**
 * Connects fingers, mouse and keys of an exhibit's element to its handlers. Keys count only while the element has focus,
 * because page-wide letter shortcuts conflict with speech input and are easily pressed by accident (WCAG 2.1.4).
 * @returns a function that disconnects them
 */
export function attachInput(element: HTMLElement, { down, move, up, arrow, key, command }: InputHandlers): () => void {
  function pressed(event: PointerEvent): void {
    if (event.button !== 0) return;
    element.setPointerCapture?.(event.pointerId);
    down(event);
  }
  function typed(event: KeyboardEvent): void {
    if (event.altKey) return;
    if (event.ctrlKey || event.metaKey) {
      if (command?.(event.key.toLowerCase(), event.shiftKey)) event.preventDefault();
      return;
    }
    const direction = ARROWS[event.key];
    if (direction) arrow(...direction);
    else if (!key(event.key, event.repeat)) return;
    event.preventDefault();
  }
  const listening = new AbortController();
  const { signal } = listening;
  element.addEventListener('pointerdown', pressed, { signal });
  element.addEventListener('pointermove', move, { signal });
  element.addEventListener('pointerup', up, { signal });
  element.addEventListener('pointercancel', up, { signal });
  element.addEventListener('keydown', typed, { signal });
  return () => listening.abort();
}
