import { Inject, Injectable } from '@nestjs/common';
import type { PageReport } from '@site/contracts';
import { Clock } from '../clock.ts';

const WINDOW_MS = 86_400_000;
/** Views of one release that one network tells of in a day. More would drown the failures of everybody else. */
const MAX_SHOWN = 60;
/** As many as end a trial. More of the stable release would excuse any canary. */
const MAX_FAILURES = 3;
const MAX_REMEMBERED = 100_000;

/** How much one network has to say about a release: a page report is not signed, and anybody can send more of them than all visitors do. */
@Injectable()
export class ReportShare {
  private windowEndsAt = 0;
  private readonly taken = new Map<string, number>();

  constructor(@Inject(Clock) private readonly clock: Pick<Clock, 'now'>) {}

  /** Returns true if a report of this network counts. */
  take(network: string, { app, release, outcome }: Pick<PageReport, 'app' | 'release' | 'outcome'>): boolean {
    const now = this.clock.now().getTime();
    if (now >= this.windowEndsAt || this.taken.size >= MAX_REMEMBERED) {
      this.taken.clear();
      this.windowEndsAt = now + WINDOW_MS;
    }
    const isShown = outcome === 'shown';
    const name = `${network} ${app} ${release} ${isShown}`;
    const sum = (this.taken.get(name) ?? 0) + 1;
    if (sum > (isShown ? MAX_SHOWN : MAX_FAILURES)) return false;
    this.taken.set(name, sum);
    return true;
  }
}
