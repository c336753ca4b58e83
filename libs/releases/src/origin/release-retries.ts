/** Pause before the second attempt; each further pause is twice as long. */
const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 60_000;

/** Releases that a process could not write to its disk, by their path. Not stored: a start checks every release anyway. */
export class ReleaseRetries {
  private readonly failed = new Map<string, { readonly at: number; readonly pause: number }>();

  constructor(private readonly now: () => number) {}

  has(path: string): boolean {
    return this.failed.has(path);
  }

  /** True for a release whose next attempt is not due yet. */
  isWaiting(path: string): boolean {
    return (this.failed.get(path)?.at ?? -Infinity) > this.now();
  }

  due(): string[] {
    return [...this.failed.keys()].filter((path) => !this.isWaiting(path));
  }

  /** Notes one more failure. @returns milliseconds until the next attempt */
  add(path: string): number {
    const before = this.failed.get(path)?.pause;
    const pause = before === undefined ? FIRST_PAUSE_MS : Math.min(MAX_PAUSE_MS, 2 * before);
    this.failed.set(path, { at: this.now() + pause, pause });
    return pause;
  }

  remove(path: string): void {
    this.failed.delete(path);
  }
}
