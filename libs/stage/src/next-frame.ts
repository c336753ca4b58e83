/**
 * Calls back once, before the window's next frame.
 * @returns a function that cancels the call
 */
export function onNextFrame(callback: () => void): () => void {
  const request = window.requestAnimationFrame(callback);
  return () => window.cancelAnimationFrame(request);
}
