export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Rect extends Point, Size {}

/** One photo's place in the picture. */
export interface Cell {
  readonly corners: readonly Point[];
  /** Smallest rectangle of whole pixels around the corners, inside the picture. */
  readonly box: Rect;
  /** Place in the grid, counted from 1, for display. */
  readonly column: number;
  readonly row: number;
}

/** The layout of a picture: pure geometry, in pixels of the finished picture. */
export interface Layout extends Size {
  /** In reading order: photo n fills cell n. */
  readonly cells: readonly Cell[];
  /** Small gaps between the cells: further photos fill them one by one, or else the last photo fills all of them. */
  readonly gaps: readonly Cell[];
  /** False: a dimmed still of the first photo is behind the cells. */
  readonly isCovered: boolean;
}

/** The smallest rectangle of whole pixels around corners, inside a picture. */
export function boxOf(corners: readonly Point[], { width, height }: Size): Rect {
  const left = Math.max(0, Math.floor(Math.min(...corners.map(({ x }) => x)) + 1e-9));
  const top = Math.max(0, Math.floor(Math.min(...corners.map(({ y }) => y)) + 1e-9));
  const right = Math.min(width, Math.ceil(Math.max(...corners.map(({ x }) => x)) - 1e-9));
  const bottom = Math.min(height, Math.ceil(Math.max(...corners.map(({ y }) => y)) - 1e-9));
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** `columns` by `rows` places in reading order. */
function places<T>(columns: number, rows: number, make: (column: number, row: number) => T): T[] {
  return Array.from({ length: columns * rows }, (_, n) => make(n % columns, Math.floor(n / columns)));
}

/** Equal rectangles that cover the whole picture. */
export function grid(columns: number, rows: number, size: Size): Layout {
  const width = size.width / columns;
  const height = size.height / rows;
  const cells = places(columns, rows, (column, row) => {
    const [x, y] = [column * width, row * height];
    const corners = [
      { x, y },
      { x: x + width, y },
      { x: x + width, y: y + height },
      { x, y: y + height },
    ];
    return { corners, box: boxOf(corners, size), column: column + 1, row: row + 1 };
  });
  return { ...size, cells, gaps: [], isCovered: true };
}

/** A grid whose cells have the camera's own shape, with a given short side; whole pixels. */
export function gridOfPhotos(columns: number, rows: number, shortSide: number, camera: Size): Layout {
  const long = Math.round((shortSide * Math.max(camera.width, camera.height)) / Math.min(camera.width, camera.height));
  const cell = camera.width >= camera.height ? { width: long, height: shortSide } : { width: shortSide, height: long };
  return grid(columns, rows, { width: columns * cell.width, height: rows * cell.height });
}

/**
 * Ten rows of ten pointy-top hexagons of radius 50, every second row half a hexagon to the right, centered on 1000x1000.
 * Neighbors are sqrt(3) radii apart in a row, and rows 1.5 radii: https://www.redblobgames.com/grids/hexagons/
 */
export function honeycomb(): Layout {
  const RADIUS = 50;
  const COUNT = 10;
  const size = { width: 1000, height: 1000 };
  const across = Math.sqrt(3) * RADIUS;
  const left = (size.width - (COUNT + 0.5) * across) / 2;
  const top = (size.height - ((COUNT - 1) * 1.5 + 2) * RADIUS) / 2;
  const cells = places(COUNT, COUNT, (column, row) => {
    const x = left + (column + 0.5 + (row % 2) / 2) * across;
    const y = top + RADIUS + row * 1.5 * RADIUS;
    const corners = Array.from({ length: 6 }, (_, corner) => {
      const angle = (Math.PI / 3) * corner - Math.PI / 2;
      return { x: x + RADIUS * Math.cos(angle), y: y + RADIUS * Math.sin(angle) };
    });
    return { corners, box: boxOf(corners, size), column: column + 1, row: row + 1 };
  });
  return { ...size, cells, gaps: [], isCovered: false };
}

/** Eight rows of eight regular octagons at a pitch of 100 on 800x800, and the 49 squares, each between four of them. */
export function octagonsAndSquares(): Layout {
  const PITCH = 100;
  const COUNT = 8;
  const size = { width: COUNT * PITCH, height: COUNT * PITCH };
  /** Length that a regular octagon cuts off each corner of its square; half the diagonal of a gap's square. */
  const cut = PITCH / (2 + Math.SQRT2);
  const cells = places(COUNT, COUNT, (column, row) => {
    const [left, top] = [column * PITCH, row * PITCH];
    const [right, bottom] = [left + PITCH, top + PITCH];
    const corners = [
      { x: left + cut, y: top },
      { x: right - cut, y: top },
      { x: right, y: top + cut },
      { x: right, y: bottom - cut },
      { x: right - cut, y: bottom },
      { x: left + cut, y: bottom },
      { x: left, y: bottom - cut },
      { x: left, y: top + cut },
    ];
    return { corners, box: boxOf(corners, size), column: column + 1, row: row + 1 };
  });
  const gaps = places(COUNT - 1, COUNT - 1, (column, row) => {
    const [x, y] = [(column + 1) * PITCH, (row + 1) * PITCH];
    const corners = [
      { x, y: y - cut },
      { x: x + cut, y },
      { x, y: y + cut },
      { x: x - cut, y },
    ];
    return { corners, box: boxOf(corners, size), column: column + 1, row: row + 1 };
  });
  return { ...size, cells, gaps, isCovered: false };
}

/** The part of the camera's picture that fills a view of another aspect ratio: as large as possible, centered, undistorted. */
export function coverCrop(camera: Size, view: Size): Rect {
  const scale = Math.min(camera.width / view.width, camera.height / view.height);
  const [width, height] = [view.width * scale, view.height * scale];
  return { x: (camera.width - width) / 2, y: (camera.height - height) / 2, width, height };
}

/** The part of the camera's picture that lies at a place in the view. */
export function sectionAt(camera: Size, view: Size, place: Rect): Rect {
  const crop = coverCrop(camera, view);
  const scale = crop.width / view.width;
  return {
    x: crop.x + place.x * scale,
    y: crop.y + place.y * scale,
    width: place.width * scale,
    height: place.height * scale,
  };
}

/** The same place in a mirrored picture. */
export const mirrored = (place: Rect, view: Size): Rect => ({ ...place, x: view.width - place.x - place.width });

/** The place of photo n, counted from 0: cells first, then gaps. */
export function placeOf({ cells, gaps }: Layout, photo: number): Cell {
  const cell = cells[photo] ?? gaps[photo - cells.length];
  if (!cell) throw new RangeError(`the layout has no place for photo ${photo + 1}`);
  return cell;
}

/** True if a point is inside or on the edge of a convex polygon whose corners run clockwise. */
export const isWithin = (corners: readonly Point[], { x, y }: Point): boolean =>
  corners.every((corner, index) => {
    const next = corners[(index + 1) % corners.length]!;
    return (next.x - corner.x) * (y - corner.y) - (next.y - corner.y) * (x - corner.x) >= 0;
  });

/** Number of the cell at a point, or undefined. */
export function cellAt({ cells }: Layout, point: Point): number | undefined {
  const found = cells.findIndex(({ corners }) => isWithin(corners, point));
  return found < 0 ? undefined : found;
}

/** SVG path data of places, in pixels of the picture. */
export const pathOf = (cells: readonly Cell[]): string =>
  cells.map(({ corners }) => `M${corners.map(({ x, y }) => `${x.toFixed(2)} ${y.toFixed(2)}`).join('L')}Z`).join('');
