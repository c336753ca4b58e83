import { Injectable } from '@nestjs/common';

/** What a process knows about its own health. */
@Injectable()
export class ServerHealth {
  /** Why it should get no more requests until it is restarted; null if nothing is wrong. */
  brokenBy: string | null = null;
  private readonly drain = new AbortController();

  /** True while it finishes requests in flight before it ends. */
  get isDraining(): boolean {
    return this.drain.signal.aborted;
  }

  /** Aborted when it stops accepting requests: for work that would take longer than the process may take to end. */
  get draining(): AbortSignal {
    return this.drain.signal;
  }

  startDraining(): void {
    this.drain.abort();
  }
}
