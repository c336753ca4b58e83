interface WindowLimit {
  readonly windowMs: number;
  /** Uses allowed in any window of this length. */
  readonly max: number;
}

interface Backoff {
  /** After this many uses in the longest window, each one waits twice as long as the one before. */
  readonly after: number;
  readonly firstMs: number;
  readonly maxMs: number;
}

export interface Limits {
  readonly windows: readonly WindowLimit[];
  readonly backoff?: Backoff;
}

/** Limits of a network whose clients together may use a multiple of one client's limit. */
export const scaleLimits = (limits: Limits, factor: number): Limits => ({
  windows: limits.windows.map(({ windowMs, max }) => ({ windowMs, max: max * factor })),
});

/**
 * How long a client must wait before the next use, in milliseconds; 0 if it need not wait.
 * @param earlier times of its uses within the longest window, newest first
 */
export function waitBeforeNext(earlier: readonly number[], now: number, { windows, backoff }: Limits): number {
  let wait = 0;
  for (const { windowMs, max } of windows) {
    // The use that has to expire before there is room.
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
