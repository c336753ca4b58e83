import { observeSize } from '@site/stage';

export const sizeOf = (canvas: HTMLCanvasElement) => ({
  width: Math.max(1, canvas.clientWidth),
  height: Math.max(1, canvas.clientHeight),
});

/** Calls `onResize` whenever the canvas gets another size, until the returned function is called. */
export function watchSize(canvas: HTMLCanvasElement, onResize: () => void): () => void {
  let isFirst = true;
  return observeSize(canvas, () => {
    // The browser reports the initial size, too.
    if (!isFirst) onResize();
    isFirst = false;
  });
}
