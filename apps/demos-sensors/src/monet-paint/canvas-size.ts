export const sizeOf = (canvas: HTMLCanvasElement) => ({
  width: Math.max(1, canvas.clientWidth),
  height: Math.max(1, canvas.clientHeight),
});

/**
 * Calls `onResize` whenever the canvas gets another size.
 * @returns a function that ends this
 */
export function watchSize(canvas: HTMLCanvasElement, onResize: () => void): () => void {
  let isFirst = true;
  const observer = new ResizeObserver(() => {
    // The observer reports the initial size.
    if (!isFirst) onResize();
    isFirst = false;
  });
  observer.observe(canvas);
  return () => observer.disconnect();
}
