/** Between pictures, in pixels. */
export const GAP = 12;
/** A picture is at least this wide, except on phones, which show two side by side. */
const MIN_SIDE = 190;
const MIN_COLUMNS = 2;
/** Rows rendered above and below the window, so that they are there when the visitor scrolls. */
const SPARE_ROWS = 2;

export interface GridShape {
  readonly columns: number;
  /** Side of a picture in pixels. */
  readonly side: number;
  readonly rows: number;
  /** Height of all rows, in pixels. */
  readonly height: number;
}

/** How `count` square pictures are laid out in a box of a given width. */
export function shapeOf(count: number, width: number): GridShape {
  const columns = Math.max(MIN_COLUMNS, Math.floor((width + GAP) / (MIN_SIDE + GAP)));
  const side = Math.max(1, (width - GAP * (columns - 1)) / columns);
  const rows = Math.ceil(count / columns);
  return { columns, side, rows, height: Math.max(0, rows * (side + GAP) - GAP) };
}

export interface RowRange {
  readonly first: number;
  /** Exclusive. */
  readonly end: number;
}

/** Rows to render: those in the window and a few around it. `top` is the top edge of the grid, relative to the window. */
export function rowsInWindow({ side, rows }: GridShape, top: number, windowHeight: number): RowRange {
  const row = side + GAP;
  const first = Math.floor(-top / row) - SPARE_ROWS;
  const end = Math.ceil((windowHeight - top) / row) + SPARE_ROWS;
  return { first: Math.min(Math.max(0, first), rows), end: Math.min(Math.max(0, end), rows) };
}
