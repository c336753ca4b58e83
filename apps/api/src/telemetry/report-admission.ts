import { Inject, Injectable } from '@nestjs/common';
import type { PageReport } from '@site/contracts';
import { Clock } from '../clock.ts';
import { LiveTrials } from '../site/live-trials.ts';

const WINDOW_MS = 86_400_000;
/** Views of one release that one network may report in a day. More would drown out everyone else's failures. */
const MAX_SHOWN = 60;
/** As many as end a trial. More of them for the stable release would excuse any canary. */
const MAX_FAILURES = 3;
const MAX_REMEMBERED = 100_000;

/**
 * Decides which page reports count: those about the current site, and only a limited number for each network, because reports are not
 * signed and anyone could send more of them than all visitors do.
 */
@Injectable()
export class ReportAdmission {
  private windowEndsAt = 0;
  private readonly taken = new Map<string, number>();

  constructor(
    @Inject(LiveTrials) private readonly trials: Pick<LiveTrials, 'trialOf' | 'hasPage'>,
    @Inject(Clock) private readonly clock: Pick<Clock, 'now'>,
  ) {}

  /** Returns the trial a report counts for, 0 for a stable release; undefined if it does not count. */
  async admit(network: string, report: PageReport): Promise<number | undefined> {
    const { app, release, path } = report;
    const trial = await this.trials.trialOf(app, release);
    // Reports of tabs older than all previous releases are ignored.
    if (trial === undefined || !(await this.trials.hasPage(app, path))) return undefined;
    return this.takeShare(network, report) ? trial : undefined;
  }

  private takeShare(network: string, { app, release, outcome }: PageReport): boolean {
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
