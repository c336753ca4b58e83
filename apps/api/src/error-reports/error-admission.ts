import { Inject, Injectable } from '@nestjs/common';
import type { ErrorReport } from '@site/contracts';
import { Clock } from '../clock.ts';
import { DailyTally } from '../daily-tally.ts';
import { isPrivateNetwork } from '../rate-limit/client-address.ts';
import { LiveTrials } from '../site/live-trials.ts';
import { PageTokens } from '../site/page-tokens.ts';

/** Errors of one document. */
export const MAX_OF_DOCUMENT = 5;
/** Errors of one network in a day; nobody elsewhere can send from a private one, and all visitors of a small site may be in it. */
export const MAX_OF_NETWORK = 30;
const MAX_OF_PRIVATE_NETWORK = 1_000;

/** Decides which reported errors count: those of documents that this site has sent, about releases that visitors have, and few of each network. */
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
    if (this.tally.take(token) > MAX_OF_DOCUMENT) return false;
    return this.tally.take(network) <= (isPrivateNetwork(network) ? MAX_OF_PRIVATE_NETWORK : MAX_OF_NETWORK);
  }
}
