import { mirrored, pathOf, placeOf, sectionAt, type Cell, type Layout, type Rect, type Size } from './layouts.ts';

/** Overlap of shaped cells, in pixels. Without it the antialiased edges of two neighbors let the background through. */
const OVERLAP = 0.6;
const DIM = 'rgb(8 10 20 / 0.62)';

/** A picture that is filled cell by cell. Its canvas is shown while it fills, and saved at the end. */
export interface Mosaic {
  readonly layout: Layout;
  readonly canvas: HTMLCanvasElement;
  /** Draws the part of the video at photo n's place, counted from 0. */
  shoot(video: HTMLVideoElement, photo: number): void;
  /**
   * Fills the space between the cells: gaps with the last photo, the rest with the dimmed first one. Until then the canvas
   * is clear there, and the camera shows through.
   */
  finish(): void;
  /** A copy of the finished picture on its own canvas. */
  copy(): Mosaic;
}

const sizeOf = (video: HTMLVideoElement): Size => ({ width: video.videoWidth, height: video.videoHeight });

/** A cell's corners, moved outward by the overlap. */
function grown({ corners }: Cell): Cell['corners'] {
  const x = corners.reduce((sum, corner) => sum + corner.x, 0) / corners.length;
  const y = corners.reduce((sum, corner) => sum + corner.y, 0) / corners.length;
  return corners.map((corner) => {
    const radius = Math.hypot(corner.x - x, corner.y - y);
    const scale = (radius + OVERLAP) / radius;
    return { x: x + (corner.x - x) * scale, y: y + (corner.y - y) * scale };
  });
}

const outline = (cells: readonly Cell[]): Path2D => new Path2D(pathOf(cells.map((cell) => ({ ...cell, corners: grown(cell) }))));

/** Draws the part of the camera's image at a place in the view directly into that place. */
function drawSection(context: CanvasRenderingContext2D, video: HTMLVideoElement, view: Size, place: Rect, isMirrored: boolean) {
  const target = isMirrored ? mirrored(place, view) : place;
  const { x, y, width, height } = sectionAt(sizeOf(video), view, target);
  if (isMirrored) context.setTransform(-1, 0, 0, 1, view.width, 0);
  context.drawImage(video, x, y, width, height, target.x, target.y, target.width, target.height);
  if (isMirrored) context.setTransform(1, 0, 0, 1, 0, 0);
}

function createCanvas({ width, height }: Size) {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d')!;
  // A canvas allocates its memory on the first draw; do that now rather than with the first photo.
  context.clearRect(0, 0, width, height);
  return { canvas, context };
}

/**
 * @param photos how many photos the picture has
 * @param isMirrored the saved picture is mirrored
 * @param finished a finished picture to begin with
 */
export function createMosaic(layout: Layout, photos: number, isMirrored: boolean, finished?: HTMLCanvasElement): Mosaic {
  const { canvas, context } = createCanvas(layout);
  if (finished) context.drawImage(finished, 0, 0);
  const whole = { x: 0, y: 0, width: layout.width, height: layout.height };
  /** Full stills of the first and the last photo, which fill the space between the cells of an open layout; released afterward. */
  let stills = layout.isCovered || finished ? null : { first: createCanvas(layout), last: createCanvas(layout) };

  /** The full photo, if it will be needed again. */
  function stillFor(photo: number) {
    if (photo === 0) return stills?.first;
    return photo === photos - 1 ? stills?.last : undefined;
  }

  return {
    layout,
    canvas,
    shoot(video, photo) {
      const { box, ...cell } = placeOf(layout, photo);
      if (layout.isCovered) return drawSection(context, video, layout, box, isMirrored);
      const still = stillFor(photo);
      if (still) drawSection(still.context, video, layout, whole, isMirrored);
      context.save();
      context.clip(outline([{ box, ...cell }]));
      // Copied from the still, because the video may show another frame by now.
      if (still) context.drawImage(still.canvas, box.x, box.y, box.width, box.height, box.x, box.y, box.width, box.height);
      else drawSection(context, video, layout, box, isMirrored);
      context.restore();
    },
    finish() {
      if (!stills) return;
      context.globalCompositeOperation = 'destination-over';
      const open = layout.gaps.slice(Math.max(0, photos - layout.cells.length));
      // Filling with a pattern costs a fraction of clipping to many shapes.
      context.fillStyle = context.createPattern(stills.last.canvas, 'no-repeat')!;
      context.fill(outline(open));
      context.fillStyle = DIM;
      context.fillRect(0, 0, layout.width, layout.height);
      context.drawImage(stills.first.canvas, 0, 0);
      context.globalCompositeOperation = 'source-over';
      stills = null;
    },
    copy: () => createMosaic(layout, photos, isMirrored, canvas),
  };
}

/** Draws the video's image, scaled down and cover-cropped, into a place in a strip. */
export function drawThumbnail(strip: HTMLCanvasElement, video: HTMLVideoElement, place: Rect): void {
  const { x, y, width, height } = sectionAt(sizeOf(video), place, { x: 0, y: 0, width: place.width, height: place.height });
  strip.getContext('2d')!.drawImage(video, x, y, width, height, place.x, place.y, place.width, place.height);
}
