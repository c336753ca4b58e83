/** Pause after a failure; it is twice as long after each further one. */
const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 60_000;

/**
 * Releases that a process could not write to its disk, by their path, and when it tries again. All of them wait together: a disk that
 * rejects one release rejects the next one too. Not stored: a start checks every release anyway.
 */
export class ReleaseRetries {
  private readonly paths = new Set<string>();
  private pause = 0;
  private pausedUntil = -Infinity;

  /** @param now a clock in milliseconds */
  constructor(private readonly now: () => number) {}

  get size(): number {
    return this.paths.size;
  }

  has(path: string): boolean {
    return this.paths.has(path);
  }

  isPaused(): boolean {
    return this.now() < this.pausedUntil;
  }

  /** The release that has waited longest; undefined if there is none, or it has to wait. */
  due(): string | undefined {
    return this.isPaused() ? undefined : this.paths.values().next().value;
  }

  /** A release that is to be fetched after the pause. */
  add(path: string): void {
    this.paths.add(path);
  }

  /** This release could not be written: all wait, and it is tried last. */
  fail(path: string): void {
    this.paths.delete(path);
    this.paths.add(path);
    this.pause = Math.min(MAX_PAUSE_MS, Math.max(FIRST_PAUSE_MS, 2 * this.pause));
    this.pausedUntil = this.now() + this.pause;
  }

  /** This release is in place: the others follow without a pause. */
  succeed(path: string): void {
    this.remove(path);
    this.pause = 0;
    this.pausedUntil = -Infinity;
  }

  /** This release is not needed anymore, or cannot be had. */
  remove(path: string): void {
    this.paths.delete(path);
  }
}
