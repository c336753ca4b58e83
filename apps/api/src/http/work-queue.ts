import { HttpError } from './app-error.ts';

/** Runs a few expensive tasks at a time and queues a few more; any beyond that are rejected immediately. */
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

  /** @throws HttpError OVERLOADED if the queue is full */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.isFull) throw new HttpError('OVERLOADED', 'work queue is full');
    // A finished task hands its slot to the next one instead of freeing it, so that no other caller slips in between.
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
