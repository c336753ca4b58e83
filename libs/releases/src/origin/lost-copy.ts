/** So long must nothing have been deleted. */
const QUIET_MS = 2_000;

/**
 * Whether the folder with the copy was deleted while the process was running. Whatever deleted it may still be at work while the copy is
 * filled again, and takes some of the new files too. So everything is checked once more after a pause, until nothing is missing.
 */
export class LostCopy {
  private checkAt: number | null = null;

  /** @param now a clock in milliseconds */
  constructor(private readonly now: () => number) {}

  /** True from the loss until a check that finds everything. */
  get isLost(): boolean {
    return this.checkAt !== null;
  }

  isCheckDue(): boolean {
    return this.checkAt !== null && this.now() >= this.checkAt;
  }

  note(): void {
    this.checkAt ??= -Infinity;
  }

  /** Everything has been checked. @param isComplete whether nothing was missing */
  checked(isComplete: boolean): void {
    if (this.checkAt !== null) this.checkAt = isComplete ? null : this.now() + QUIET_MS;
  }
}
