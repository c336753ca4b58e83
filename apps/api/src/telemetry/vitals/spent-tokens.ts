import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../clock.ts';
import { PageTokens } from '../../site/page-tokens.ts';

/** More documents than one process serves while a token is valid, on a busy day. */
const MAX_REMEMBERED = 200_000;

/** Lets each document's token count once. In memory: with several processes, a token counts at most once in each. */
@Injectable()
export class SpentTokens {
  /** Expiry by token, oldest report first. */
  private readonly spent = new Map<string, number>();

  constructor(
    @Inject(PageTokens) private readonly tokens: Pick<PageTokens, 'expiryOf'>,
    @Inject(Clock) private readonly clock: Pick<Clock, 'now'>,
  ) {}

  /** False for a token that is forged, has expired or was spent before. */
  spend(token: string): boolean {
    const expires = this.tokens.expiryOf(token);
    if (expires === undefined || this.spent.has(token)) return false;
    const now = this.clock.now().getTime();
    for (const [known, end] of this.spent) {
      if (end > now && this.spent.size < MAX_REMEMBERED) break;
      this.spent.delete(known);
    }
    this.spent.set(token, expires);
    return true;
  }
}
