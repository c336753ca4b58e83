/** Identifies one camera frame: two shots with equal ids show the same moment. */
export type FrameId = number;

/** The clock and the frames of a camera. Every waiting function rejects with the signal's reason when it aborts. */
export interface FrameSource {
  /** Milliseconds. */
  now(): number;
  wait(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** The frame that a shot taken now would show. */
  current(): FrameId;
  nextFrame(signal: AbortSignal): Promise<void>;
}

interface Pace {
  readonly count: number;
  readonly intervalMs: number;
  /** Wait for a new camera frame before each shot, even if that takes longer than the interval. */
  readonly onlyNewFrames: boolean;
}

export interface Series {
  /** The frame of every shot, in order. */
  readonly frames: readonly FrameId[];
  /** From the first shot to the last. */
  readonly milliseconds: number;
}

/** The camera may deliver a new frame while one is drawn; the shot is then repeated, at most this many times. */
const MAX_RETRIES = 2;

/**
 * A series catches up on at most this delay, at least four intervals of every page: that much a busy machine may cause. More means
 * that the page was suspended, as on a locked phone, and catching up would take many photos of the same moment.
 */
const MAX_DELAY_MS = 1000;

/** Takes one shot and returns the ID of its frame. */
function takeShot(source: FrameSource, shot: number, take: (shot: number) => void): FrameId {
  let before = source.current();
  take(shot);
  for (let retry = 0; retry < MAX_RETRIES; retry += 1) {
    const after = source.current();
    if (after === before) break;
    before = after;
    take(shot);
  }
  return before;
}

/**
 * Takes `count` shots. Shot n is due n intervals after the first, however long the earlier ones took: after a late shot the next
 * wait is shorter, so that the series has the intended duration. Only after a delay of more than `MAX_DELAY_MS` is the rest taken later.
 */
export async function takeShots(
  source: FrameSource,
  { count, intervalMs, onlyNewFrames }: Pace,
  take: (shot: number) => void,
  signal: AbortSignal,
): Promise<Series> {
  const frames: FrameId[] = [];
  const start = source.now();
  let due = start;
  let end = start;
  for (let shot = 0; shot < count; shot += 1, due += intervalMs) {
    if (shot > 0) await source.wait(Math.max(0, due - source.now()), signal);
    if (onlyNewFrames) while (source.current() === frames.at(-1)) await source.nextFrame(signal);
    signal.throwIfAborted();
    const delay = source.now() - due;
    if (delay > MAX_DELAY_MS) due += delay;
    frames.push(takeShot(source, shot, take));
    end = source.now();
  }
  return { frames, milliseconds: end - start };
}

export const countDistinct = (frames: readonly FrameId[]): number => new Set(frames).size;
