/** Pause before everything is checked again; twice as long after each further one that fails or finds something missing. */
const FIRST_PAUSE_MS = 2_000;
const MAX_PAUSE_MS = 60_000;

/**
 * Remembers that the folder with the copy was deleted while the process was running. Whatever deleted it may still be at work while the
 * folder is filled again, and may delete some of the new files too. So everything is checked again after a pause, until nothing is
 * missing.
 */
export class LostCopy {
  private checkAt: number | null = null;
  private pause = 0;

  /** @param now a clock in milliseconds */
  constructor(private readonly now: () => number) {}

  /** True from the loss until a check finds nothing missing. */
  get isLost(): boolean {
    return this.checkAt !== null;
  }

  isCheckDue(): boolean {
    return this.checkAt !== null && this.now() >= this.checkAt;
  }

  /** Each loss is a new one: the folder is filled at once. */
  noteLoss(): void {
    this.checkAt = -Infinity;
    this.pause = 0;
  }

  /**
   * The first check follows the loss without a pause, so it is never the last one.
   * @param isComplete false if something was missing, or the check failed
   */
  checked(isComplete: boolean): void {
    const isOver = isComplete && this.pause > 0;
    this.pause = isOver ? 0 : Math.min(MAX_PAUSE_MS, Math.max(FIRST_PAUSE_MS, 2 * this.pause));
    this.checkAt = isOver ? null : this.now() + this.pause;
  }
}
