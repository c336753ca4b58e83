import type { Clock } from './clock.ts';

const WINDOW_MS = 86_400_000;
const MAX_REMEMBERED = 100_000;

/** Keeps counts by name, in memory, and forgets them after a day, or earlier if there are too many names. */
export class DailyTally {
  private windowEndsAt = 0;
  private readonly taken = new Map<string, number>();

  constructor(private readonly clock: Pick<Clock, 'now'>) {}

  /** Returns how many were taken in this window, including this one. */
  take(name: string): number {
    const now = this.clock.now().getTime();
    // The window also ends if the clock was set back to before its start.
    const isOver = now >= this.windowEndsAt || now < this.windowEndsAt - WINDOW_MS;
    if (isOver || this.taken.size >= MAX_REMEMBERED) {
      this.taken.clear();
      this.windowEndsAt = now + WINDOW_MS;
    }
    const sum = (this.taken.get(name) ?? 0) + 1;
    this.taken.set(name, sum);
    return sum;
  }
}
