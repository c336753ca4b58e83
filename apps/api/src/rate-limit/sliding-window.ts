interface WindowLimit {
  readonly windowMs: number;
  /** Uses allowed in any window of that length. */
  readonly max: number;
}

interface Backoff {
  /** From this many uses in the longest window on, each one waits for twice as long as the one before. */
  readonly after: number;
  readonly firstMs: number;
  readonly maxMs: number;
}

export interface Limits {
  readonly windows: readonly WindowLimit[];
  readonly backoff?: Backoff;
}

/** Limits of a network whose clients together may have some times as much as one. */
export const timesAsMuch = (limits: Limits, factor: number): Limits => ({
  windows: limits.windows.map(({ windowMs, max }) => ({ windowMs, max: max * factor })),
});

/**
 * How long a client must wait before one more use, in milliseconds; 0: it need not.
 * @param earlier moments of its uses inside the longest window, newest first
 */
export function waitBeforeNext(earlier: readonly number[], now: number, { windows, backoff }: Limits): number {
  let wait = 0;
  for (const { windowMs, max } of windows) {
    // The use that must leave the window before there is room.
    const blocking = earlier[max - 1];
    if (blocking !== undefined && blocking > now - windowMs) wait = Math.max(wait, blocking + windowMs - now);
  }
  const [last] = earlier;
  if (backoff && last !== undefined && earlier.length >= backoff.after) {
    const pause = Math.min(backoff.maxMs, backoff.firstMs * 2 ** (earlier.length - backoff.after));
    wait = Math.max(wait, last + pause - now);
  }
  return wait;
}
