import { mirrored, placeOf, sectionAt, type Cell, type Layout, type Rect, type Size } from './layouts.ts';

/** How far a shaped cell reaches over its edge, in pixels: without it the soft edges of two neighbours let light through. */
const OVERLAP = 0.6;
const DIM = 'rgb(8 10 20 / 0.62)';

/** A picture that grows cell by cell. Its canvas is shown while it grows, and is what is saved at the end. */
export interface Mosaic {
  readonly layout: Layout;
  readonly canvas: HTMLCanvasElement;
  /** Draws the part of the video that lies at photo n's place. */
  shoot(video: HTMLVideoElement, photo: number): void;
  /** Lets the video show in the gaps that no photo filled. */
  fillGaps(video: HTMLVideoElement, photos: number): void;
  /** Puts the dimmed first photo behind an open layout. Until then the canvas is clear between its cells. */
  finish(): void;
}

const sizeOf = (video: HTMLVideoElement): Size => ({ width: video.videoWidth, height: video.videoHeight });

function outline(cells: readonly Cell[]): Path2D {
  const path = new Path2D();
  for (const { corners } of cells) {
    const x = corners.reduce((sum, corner) => sum + corner.x, 0) / corners.length;
    const y = corners.reduce((sum, corner) => sum + corner.y, 0) / corners.length;
    for (const [index, corner] of corners.entries()) {
      const radius = Math.hypot(corner.x - x, corner.y - y);
      const scale = (radius + OVERLAP) / radius;
      const [outerX, outerY] = [x + (corner.x - x) * scale, y + (corner.y - y) * scale];
      if (index === 0) path.moveTo(outerX, outerY);
      else path.lineTo(outerX, outerY);
    }
    path.closePath();
  }
  return path;
}

/** Draws what the camera sees at a place of the view straight into that place. */
function drawSection(context: CanvasRenderingContext2D, video: HTMLVideoElement, view: Size, place: Rect, isMirrored: boolean) {
  const target = isMirrored ? mirrored(place, view) : place;
  const { x, y, width, height } = sectionAt(sizeOf(video), view, target);
  if (isMirrored) context.setTransform(-1, 0, 0, 1, view.width, 0);
  context.drawImage(video, x, y, width, height, target.x, target.y, target.width, target.height);
  if (isMirrored) context.setTransform(1, 0, 0, 1, 0, 0);
}

/** @param isMirrored the saved picture is turned left to right */
export function createMosaic(layout: Layout, isMirrored: boolean): Mosaic {
  const canvas = document.createElement('canvas');
  canvas.width = layout.width;
  canvas.height = layout.height;
  const context = canvas.getContext('2d')!;
  const whole = { x: 0, y: 0, width: layout.width, height: layout.height };
  /** The first photo, for the ground of an open layout. */
  let ground: HTMLCanvasElement | undefined;

  function drawInside(path: Path2D, video: HTMLVideoElement, place: Rect) {
    context.save();
    context.clip(path);
    drawSection(context, video, layout, place, isMirrored);
    context.restore();
  }

  return {
    layout,
    canvas,
    shoot(video, photo) {
      const cell = placeOf(layout, photo);
      if (layout.isCovered) return drawSection(context, video, layout, cell.box, isMirrored);
      drawInside(outline([cell]), video, cell.box);
      if (photo > 0 || ground) return;
      ground = document.createElement('canvas');
      ground.width = layout.width;
      ground.height = layout.height;
      drawSection(ground.getContext('2d')!, video, layout, whole, isMirrored);
    },
    fillGaps(video, photos) {
      const open = layout.gaps.slice(Math.max(0, photos - layout.cells.length));
      if (open.length > 0) drawInside(outline(open), video, whole);
    },
    finish() {
      if (!ground) return;
      context.globalCompositeOperation = 'destination-over';
      context.fillStyle = DIM;
      context.fillRect(0, 0, layout.width, layout.height);
      context.drawImage(ground, 0, 0);
      context.globalCompositeOperation = 'source-over';
    },
  };
}

/** A small still of everything the video shows, cover-cropped into a place of a strip. */
export function drawThumbnail(strip: HTMLCanvasElement, video: HTMLVideoElement, place: Rect): void {
  const { x, y, width, height } = sectionAt(sizeOf(video), place, { x: 0, y: 0, width: place.width, height: place.height });
  strip.getContext('2d')!.drawImage(video, x, y, width, height, place.x, place.y, place.width, place.height);
}
