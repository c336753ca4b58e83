import { HttpError } from './app-error.ts';

/** Runs a few pieces of expensive work at a time and lets a few more wait; any more are refused at once. */
export class WorkQueue {
  private readonly waiting: (() => void)[] = [];
  private running = 0;

  constructor(
    private readonly maxRunning: number,
    private readonly maxWaiting: number,
  ) {}

  get isFull(): boolean {
    return this.running >= this.maxRunning && this.waiting.length >= this.maxWaiting;
  }

  /** @throws HttpError OVERLOADED when the queue is full */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.isFull) throw new HttpError('OVERLOADED', 'work queue is full');
    // The place of one that ends is handed over, not given up: nobody slips in between.
    if (this.running >= this.maxRunning) await new Promise<void>((resolve) => this.waiting.push(resolve));
    else this.running += 1;
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.running -= 1;
    }
  }
}
