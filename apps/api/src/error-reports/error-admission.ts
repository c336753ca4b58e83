import { Inject, Injectable } from '@nestjs/common';
import type { ErrorReport } from '@site/contracts';
import { Clock } from '../clock.ts';
import { DailyTally } from '../daily-tally.ts';
import { isPrivateNetwork } from '../rate-limit/client-address.ts';
import { LiveTrials } from '../site/live-trials.ts';
import { PageTokens } from '../site/page-tokens.ts';

/** Errors that one document may report. */
export const MAX_PER_DOCUMENT = 5;
/** Errors that one network may report in a day. */
export const MAX_PER_NETWORK = 30;
/** Nobody outside can send from a private network, and all visitors to a small site may be in one. */
const MAX_PER_PRIVATE_NETWORK = 1_000;

/**
 * Decides which reported errors count: those from documents that this site has sent, in releases that visitors have, and only a
 * limited number from each network.
 */
@Injectable()
export class ErrorAdmission {
  /** Reports by document and by network. */
  private readonly tally: DailyTally;

  constructor(
    @Inject(PageTokens) private readonly tokens: Pick<PageTokens, 'expiryOf'>,
    @Inject(LiveTrials) private readonly trials: Pick<LiveTrials, 'trialOf'>,
    @Inject(Clock) clock: Pick<Clock, 'now'>,
  ) {
    this.tally = new DailyTally(clock);
  }

  async admits({ token, app, release }: ErrorReport, network: string): Promise<boolean> {
    if (this.tokens.expiryOf(token) === undefined || (await this.trials.trialOf(app, release)) === undefined) return false;
    if (this.tally.take(token) > MAX_PER_DOCUMENT) return false;
    return this.tally.take(network) <= (isPrivateNetwork(network) ? MAX_PER_PRIVATE_NETWORK : MAX_PER_NETWORK);
  }
}
