import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../clock.ts';

const WINDOW_MS = 10_000;
/** Ten visitors behind one address, each with five links, right after the server starts. */
const MAX_PER_NETWORK = 50;
/** About 1.5% of one core: a verification takes 0.15 ms. */
const MAX_IN_TOTAL = 1_000;

/** How many signatures of unknown tokens are verified in ten seconds, for one network and in total. In memory, per process. */
@Injectable()
export class VerificationBudget {
  private windowEndsAt = 0;
  private sum = 0;
  private readonly byNetwork = new Map<string, number>();

  constructor(@Inject(Clock) private readonly clock: Pick<Clock, 'now'>) {}

  /** Returns false if nothing is left. */
  take(network: string): boolean {
    const now = this.clock.now().getTime();
    // A clock that is set back must not keep a window open for days.
    if (now >= this.windowEndsAt || now < this.windowEndsAt - WINDOW_MS) {
      this.byNetwork.clear();
      this.sum = 0;
      this.windowEndsAt = now + WINDOW_MS;
    }
    const taken = this.byNetwork.get(network) ?? 0;
    if (taken >= MAX_PER_NETWORK || this.sum >= MAX_IN_TOTAL) return false;
    this.byNetwork.set(network, taken + 1);
    this.sum += 1;
    return true;
  }
}
