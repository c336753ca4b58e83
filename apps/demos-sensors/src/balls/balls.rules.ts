/** Specified: exactly this many balls, of this diameter in px. */
export const BALL_COUNT = 333;
export const DIAMETER = 15;
/** Maximum of the slider and of links. */
export const MAX_BALLS = 33_333;
export const RADIUS = DIAMETER / 2;
/** Specified: share of the approach speed that two balls, or a ball and a wall, keep after a bounce. */
export const COLLISION_DAMPING = 0.9;
export const WALL_DAMPING = 0.8;
/** Specified, in px per tick squared; a tick is 1/60 s. */
export const GRAVITY = 0.2;

/** The complete state of the simulation; changed in place by `step` and by the inputs. Units: px, ticks, y down. */
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
  /** The balls that the visitor holds, at most one per finger. */
  readonly holds: Hold[];
  ticks: number;
  quietTicks: number;
  asleep: boolean;
  fastest: number;
  /** Maximum energy (per unit of mass) of the balls until the next input. */
  energyBudget: number;
  /** Remaining ticks in which shrunken walls may add energy to the pile. */
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

/** Scratch space of the solver: positions before the substep and the tick, and when the list was made; the cell grid; the neighbor list. */
interface Workspace {
  readonly lastX: Float64Array;
  readonly lastY: Float64Array;
  readonly tickX: Float64Array;
  readonly tickY: Float64Array;
  readonly listX: Float64Array;
  readonly listY: Float64Array;
  readonly cell: Int32Array;
  readonly sorted: Int32Array;
  /** Cells, and positions sorted by cell, so that neighbors are adjacent in memory. */
  readonly sortedCell: Int32Array;
  readonly sortedX: Float64Array;
  readonly sortedY: Float64Array;
  cellStart: Int32Array;
  columns: number;
  readonly first: Int32Array;
  readonly second: Int32Array;
  pairs: number;
  /** The pairs that touched in this substep, and their approach speeds. */
  readonly contactFirst: Int32Array;
  readonly contactSecond: Int32Array;
  readonly approach: Float64Array;
  contacts: number;
  /** Upper bound of any ball's displacement since the list was made, relative to the common drift; and the displacement of the last substep. */
  maxDisplacement: number;
  substepDisplacement: number;
  driftX: number;
  driftY: number;
  /** Completed and total substeps of the current tick; 0 of 0 between two ticks. */
  completedSubsteps: number;
  substeps: number;
}
