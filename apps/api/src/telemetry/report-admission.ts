import { Inject, Injectable } from '@nestjs/common';
import type { PageReport } from '@site/contracts';
import { Clock } from '../clock.ts';
import { DailyTally } from '../daily-tally.ts';
import { isPrivateNetwork } from '../rate-limit/client-address.ts';
import { LiveTrials, type ShellDuringTrial } from '../site/live-trials.ts';

/** Measured visits to one release that one network may report in a day: a canary is also judged by them. */
export const MAX_MEASURED = 5;
/** Views of one release that one network may report in a day. More would drown out everyone else's failures. */
const MAX_SHOWN = 60;
const MAX_FAILURES = 3;
/** The failures from this many networks a day may all be invented: a canary is judged by those from the others. */
export const MAX_DISHONEST_NETWORKS = 2;

/** A report of a page view or, if it has no outcome, of the view's measurements. */
type ViewReport = Pick<PageReport, 'app' | 'release' | 'path'> & { readonly outcome?: PageReport['outcome'] };

export interface Admitted {
  /** The trial that the report counts for; 0 for a stable release. */
  readonly trial: number;
  /** True for a failure by which a canary is judged. */
  readonly isJudged: boolean;
}

/**
 * Decides which page reports count: those about the current site, and only a limited number for each network, because reports are not
 * signed and anyone could send more of them than all visitors do.
 */
@Injectable()
export class ReportAdmission {
  private readonly tally: DailyTally;

  constructor(
    @Inject(LiveTrials) private readonly trials: Pick<LiveTrials, 'trialOf' | 'hasPage'>,
    @Inject(Clock) clock: Pick<Clock, 'now'>,
  ) {
    this.tally = new DailyTally(clock);
  }

  /** Returns undefined for a report that does not count. */
  async admit(network: string, { app, release, path, outcome }: ViewReport): Promise<Admitted | undefined> {
    const trial = await this.trials.trialOf(app, release);
    // Reports about a release older than the previous one are ignored: the tab is too old.
    if (trial === undefined || !(await this.trials.hasPage(app, path))) return undefined;
    return this.limit(network, `${app} ${release} ${trial}`, outcome, trial);
  }

  /** The same for the visitor's shell while a shell is on trial: it may break any page. */
  async admitForShell(
    network: string,
    { release, trial }: ShellDuringTrial,
    { path, outcome }: Pick<PageReport, 'path' | 'outcome'>,
  ): Promise<Admitted | undefined> {
    if (!(await this.trials.hasPage('shell', path))) return undefined;
    return this.limit(network, `shell ${release} ${trial}`, outcome, trial);
  }

  private limit(network: string, name: string, outcome: ViewReport['outcome'], trial: number): Admitted | undefined {
    // Nobody outside can send from a private network, and all visitors to a small site may be in one.
    const isPrivate = isPrivateNetwork(network);
    if (outcome === undefined) {
      const most = isPrivate ? MAX_SHOWN : MAX_MEASURED;
      return this.tally.take(`measured ${network} ${name}`) <= most ? { trial, isJudged: false } : undefined;
    }
    if (outcome === 'shown')
      return this.tally.take(`shown ${network} ${name}`) <= MAX_SHOWN ? { trial, isJudged: false } : undefined;
    const failures = this.tally.take(`failed ${network} ${name}`);
    if (isPrivate) return failures <= MAX_SHOWN ? { trial, isJudged: true } : undefined;
    if (failures > MAX_FAILURES) return undefined;
    return { trial, isJudged: failures === 1 && this.tally.take(`failing ${name}`) > MAX_DISHONEST_NETWORKS };
  }
}
