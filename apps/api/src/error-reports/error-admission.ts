import { Inject, Injectable } from '@nestjs/common';
import type { ErrorReport } from '@site/contracts';
import { Clock } from '../clock.ts';
import { isPrivateNetwork } from '../rate-limit/client-address.ts';
import { LiveTrials } from '../site/live-trials.ts';
import { PageTokens } from '../site/page-tokens.ts';

const WINDOW_MS = 86_400_000;
/** Errors of one document. */
export const MAX_OF_DOCUMENT = 5;
/** Errors of one network in a day; nobody elsewhere can send from a private one, and all visitors of a small site may be in it. */
export const MAX_OF_NETWORK = 30;
const MAX_OF_PRIVATE_NETWORK = 1_000;
const MAX_REMEMBERED = 100_000;

/** Decides which reported errors count: those of documents that this site has sent, about releases that visitors have, and few of each network. */
@Injectable()
export class ErrorAdmission {
  private windowEndsAt = 0;
  /** Reports in this window by document and by network. */
  private readonly taken = new Map<string, number>();

  constructor(
    @Inject(PageTokens) private readonly tokens: Pick<PageTokens, 'expiryOf'>,
    @Inject(LiveTrials) private readonly trials: Pick<LiveTrials, 'trialOf'>,
    @Inject(Clock) private readonly clock: Pick<Clock, 'now'>,
  ) {}

  async admits({ token, app, release }: ErrorReport, network: string): Promise<boolean> {
    if (this.tokens.expiryOf(token) === undefined || (await this.trials.trialOf(app, release)) === undefined) return false;
    this.forgetYesterday();
    if (this.take(token) > MAX_OF_DOCUMENT) return false;
    return this.take(network) <= (isPrivateNetwork(network) ? MAX_OF_PRIVATE_NETWORK : MAX_OF_NETWORK);
  }

  private forgetYesterday(): void {
    const now = this.clock.now().getTime();
    if (now < this.windowEndsAt && this.taken.size < MAX_REMEMBERED) return;
    this.taken.clear();
    this.windowEndsAt = now + WINDOW_MS;
  }

  /** Returns how many were taken in this window, with this one. */
  private take(name: string): number {
    const sum = (this.taken.get(name) ?? 0) + 1;
    this.taken.set(name, sum);
    return sum;
  }
}
