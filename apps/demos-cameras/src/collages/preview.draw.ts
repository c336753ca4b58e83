import { pathOf, type Cell, type Layout } from '../engine/layouts.ts';

export interface PreviewColors {
  readonly ground: string;
  /** The discs, and how they blend where they overlap. */
  readonly discs: readonly string[];
  readonly blend: GlobalCompositeOperation;
  readonly line: string;
}

/** The path of each disc while the picture is taken, relative to the picture's size. */
const PATHS = [
  { from: [0.3, 0.34], to: [0.36, 0.5], radius: 0.3 },
  { from: [0.78, 0.2], to: [0.62, 0.56], radius: 0.24 },
  { from: [0.16, 0.9], to: [0.5, 0.76], radius: 0.22 },
  { from: [0.94, 0.9], to: [0.8, 0.8], radius: 0.28 },
] as const;

/** @param token returns the value of one of the site's tokens */
export const previewColors = (token: (name: string) => string): PreviewColors => ({
  ground: token('--ground'),
  discs: [token('--sky'), token('--orange'), token('--rose'), token('--green')],
  blend: token('--circle-blend') === 'screen' ? 'screen' : 'multiply',
  line: token('--ground'),
});

/**
 * Discs that move while the picture is taken; each cell shows them at its own moment, or at the current one if not taken yet.
 * @param taken index of the cell whose photo is being taken, counted from 0
 */
export function drawPreview(
  context: CanvasRenderingContext2D,
  layout: Layout,
  colors: PreviewColors,
  taken: number = layout.cells.length - 1,
): void {
  const { width, height, cells, gaps } = layout;
  const unit = 0.95 * Math.sqrt(width * height);
  const paint = (places: readonly Cell[], moment: number) => {
    context.save();
    context.clip(new Path2D(pathOf(places)));
    context.fillStyle = colors.ground;
    context.fillRect(0, 0, width, height);
    context.globalCompositeOperation = colors.blend;
    context.globalAlpha = 0.9;
    for (const [index, { from, to, radius }] of PATHS.entries()) {
      const x = from[0] + (to[0] - from[0]) * moment;
      const y = from[1] + (to[1] - from[1]) * moment;
      context.fillStyle = colors.discs[index % colors.discs.length] ?? colors.line;
      context.beginPath();
      context.arc(x * width, y * height, radius * unit, 0, 2 * Math.PI);
      context.fill();
    }
    context.restore();
  };
  context.clearRect(0, 0, width, height);
  for (const [index, cell] of cells.entries()) paint([cell], Math.min(index, taken) / (cells.length - 1));
  if (gaps.length > 0) paint(gaps, 1);
  context.strokeStyle = colors.line;
  context.lineWidth = unit / 500;
  context.stroke(new Path2D(pathOf(cells)));
}
