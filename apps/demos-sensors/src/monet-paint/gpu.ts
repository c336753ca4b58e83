/** True if the CPU emulates the GPU; the picture then starts at the coarsest level. */
export function isSoftware(gl: WebGL2RenderingContext): boolean {
  const names = gl.getExtension('WEBGL_debug_renderer_info');
  const renderer = names ? String(gl.getParameter(names.UNMASKED_RENDERER_WEBGL)) : '';
  return /swiftshader|llvmpipe|softpipe|basic render|software/i.test(renderer);
}

/**
 * Reports when a canvas loses its WebGL context and when the context is restored.
 * @returns a function that stops the reports
 */
export function watchContext(
  canvas: HTMLCanvasElement,
  { lost, restored }: { readonly lost: () => void; readonly restored: () => void },
): () => void {
  const lose = (event: Event) => {
    // Without this, the browser never restores the context.
    event.preventDefault();
    lost();
  };
  canvas.addEventListener('webglcontextlost', lose);
  canvas.addEventListener('webglcontextrestored', restored);
  return () => {
    canvas.removeEventListener('webglcontextlost', lose);
    canvas.removeEventListener('webglcontextrestored', restored);
  };
}
