const WINDOW_MS = 86_400_000;
const MAX_REMEMBERED = 100_000;

/** Counts uses by name for a day, in memory: with several processes, each has its own counts. */
export class DayTally {
  private windowEndsAt = 0;
  private readonly taken = new Map<string, number>();

  /** @param now milliseconds since 1970 */
  constructor(private readonly now: () => number) {}

  /** Returns how many were taken in this window, with this one. */
  take(name: string): number {
    if (this.now() >= this.windowEndsAt || this.taken.size >= MAX_REMEMBERED) {
      this.taken.clear();
      this.windowEndsAt = this.now() + WINDOW_MS;
    }
    const sum = (this.taken.get(name) ?? 0) + 1;
    this.taken.set(name, sum);
    return sum;
  }
}
