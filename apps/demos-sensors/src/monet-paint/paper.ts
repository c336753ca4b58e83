import type { PlainPicture } from './plain-picture.ts';

/**
 * Prints a copy of the picture: a WebGL canvas is empty once its frame has been shown, and keeping every frame would slow the
 * painting down. `draw` draws the picture once more, and returns false if there is none.
 * @returns a function that ends this
 */
export function copyForPaper(canvas: HTMLCanvasElement, plain: PlainPicture, draw: () => boolean): () => void {
  const before = () => {
    if (!draw()) return;
    plain.copy(canvas);
    canvas.style.visibility = 'hidden';
  };
  const after = () => void (canvas.style.visibility = '');
  window.addEventListener('beforeprint', before);
  window.addEventListener('afterprint', after);
  return () => {
    window.removeEventListener('beforeprint', before);
    window.removeEventListener('afterprint', after);
  };
}
