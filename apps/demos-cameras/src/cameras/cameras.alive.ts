import type { AliveModule } from '@site/host';
import { drawPreview, previewColors } from '../collages/preview.draw.ts';
import { honeycomb } from '../engine/layouts.ts';

/** The honeycomb in the still, which is 720 px wide: px from the left, and its width. */
const PLACE = { x: 135, width: 450 };

/** Ticks for which the finished picture is shown, the series rewinds to its first photo, and the photos are taken. */
const [REST, BACK, SERIES] = [45, 40, 150];

const ease = (t: number): number => t * t * (3 - 2 * t);

/** The share of the photos taken so far, 0 to 1; the finished picture, which is the still, comes first. */
function shareTaken(ticks: number): number {
  const now = ticks % (REST + BACK + SERIES);
  if (now < REST) return 1;
  return now < REST + BACK ? 1 - ease((now - REST) / BACK) : (now - REST - BACK) / SERIES;
}

/** Retakes the honeycomb in the still, cell by cell. */
export const start: AliveModule['start'] = (canvas, { token }) => {
  const context = canvas.getContext('2d');
  if (!context) throw new Error('this browser has no 2D canvas');
  const layout = honeycomb();
  const colors = previewColors(token);
  const pixels = canvas.width / 720;
  const scale = (pixels * PLACE.width) / layout.width;
  let ticks = 0;
  context.setTransform(scale, 0, 0, scale, pixels * PLACE.x, 0);
  return {
    step() {
      ticks += 1;
    },
    draw: (ahead) => drawPreview(context, layout, colors, shareTaken(ticks + ahead - 1) * (layout.cells.length - 1)),
  };
};
