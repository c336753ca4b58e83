/** Stated: exactly this many balls, of this diameter in px. */
export const BALL_COUNT = 333;
export const DIAMETER = 15;
export const RADIUS = DIAMETER / 2;
/** Stated: share of the approach speed that two balls, or a ball and a wall, keep after a bounce. */
export const COLLISION_DAMPING = 0.9;
export const WALL_DAMPING = 0.8;
/** Stated, px per tick squared; a tick is 1/60 s. */
export const GRAVITY = 0.2;

/** Everything there is to know about the tray; changed in place by `step` and by the inputs below. Units: px, ticks, y down. */
export interface Balls {
  readonly count: number;
  width: number;
  height: number;
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly vx: Float64Array;
  readonly vy: Float64Array;
  gravityX: number;
  gravityY: number;
  /** The balls in the visitor's hands, one for each finger at most. */
  readonly holds: Hold[];
  ticks: number;
  quietTicks: number;
  asleep: boolean;
  fastest: number;
  /** Most energy (per unit of mass) that the balls may have until the next input. */
  energyBudget: number;
  /** Ticks for which walls that closed in may still press energy into the pile. */
  pressedTicks: number;
  readonly work: Workspace;
}

export interface Hold {
  /** The finger's number. */
  readonly finger: number;
  readonly ball: number;
  x: number;
  y: number;
}

/** Scratch space of the solver: positions before the slice, before the tick and of the list; the cell grid, the partner list. */
interface Workspace {
  readonly lastX: Float64Array;
  readonly lastY: Float64Array;
  readonly tickX: Float64Array;
  readonly tickY: Float64Array;
  readonly listX: Float64Array;
  readonly listY: Float64Array;
  readonly cell: Int32Array;
  readonly sorted: Int32Array;
  /** Cells and places in the order of the cells: neighbors lie beside each other in memory. */
  readonly sortedCell: Int32Array;
  readonly sortedX: Float64Array;
  readonly sortedY: Float64Array;
  cellStart: Int32Array;
  columns: number;
  readonly first: Int32Array;
  readonly second: Int32Array;
  pairs: number;
  /** Which of the pairs touched in this slice, and how fast they met. */
  readonly contactFirst: Int32Array;
  readonly contactSecond: Int32Array;
  readonly approach: Float64Array;
  contacts: number;
  /** Farthest that any ball can have gone since the list was made, measured against the drift of all, and in the last slice. */
  travel: number;
  pace: number;
  driftX: number;
  driftY: number;
  /** Slices of the tick under way that are done and that it has; 0 of 0 between two ticks. */
  slice: number;
  slices: number;
}
