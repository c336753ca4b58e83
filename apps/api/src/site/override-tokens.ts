import { Inject, Injectable } from '@nestjs/common';
import { overrideKeys, parseVerifyingKey, readOverride, requireCurrent, type Override } from '@site/releases';
import { Clock } from '../clock.ts';
import { Config } from '../config/config.ts';
import { VerificationBudget } from './verification-budget.ts';

/** A token names an app, a release, its hash and a site: 780 characters at most. The signature is 64 bytes. */
const MAX_TOKEN_CHARACTERS = 1_000;
const TOKEN = /^[A-Za-z0-9_-]{1,900}\.[A-Za-z0-9_-]{86}$/;
const MAX_VERIFIED = 500;
const MAX_REFUSED = 2_000;

/** Maximum length of a cookie with this many tokens, including separators. */
export const maxTokensLength = (tokens: number): number => tokens * (MAX_TOKEN_CHARACTERS + '%20'.length);

/** A token is a substring of a header; without a copy it would keep the whole header in memory. */
const copyOf = (token: string): string => Buffer.from(token, 'latin1').toString('latin1');

/**
 * Reads override tokens and remembers the outcome, because verifying one signature costs about as much as sending a page. Rejected tokens
 * are remembered separately: no number of forged ones may evict those that visitors use.
 */
@Injectable()
export class OverrideTokens {
  private readonly verifyingKey: ReturnType<typeof parseVerifyingKey>;
  /** Least recently used first. */
  private readonly verified = new Map<string, Override>();
  /** With the reason, oldest first. */
  private readonly refused = new Map<string, string>();

  constructor(
    private readonly config: Config,
    @Inject(Clock) private readonly clock: Pick<Clock, 'now'>,
    @Inject(VerificationBudget) private readonly budget: Pick<VerificationBudget, 'take'>,
  ) {
    this.verifyingKey = parseVerifyingKey(config.releaseSigningKey);
  }

  /** @throws Error saying what is wrong with the token */
  read(token: string): Override {
    const override = this.readSigned(token);
    requireCurrent(override, this.clock.now());
    return override;
  }

  /**
   * Returns those tokens of a cookie that are currently valid. Unknown tokens are verified only while the network has verifications left:
   * over its budget the visitor sees the stable releases.
   */
  readAll(tokens: readonly string[], network: () => string): { token: string; override: Override }[] {
    let known: string | undefined;
    return tokens.flatMap((token) => {
      if (!TOKEN.test(token) || this.refused.has(token)) return [];
      if (!this.verified.has(token) && !this.budget.take((known ??= network()))) return [];
      try {
        return [{ token, override: this.read(token) }];
      } catch {
        // Expired or never valid: the visitor sees the stable releases.
        return [];
      }
    });
  }

  private readSigned(token: string): Override {
    const known = this.verified.get(token);
    if (known) {
      this.verified.delete(token);
      this.verified.set(token, known);
      return known;
    }
    const reason = this.refused.get(token);
    if (reason !== undefined) throw new Error(reason);
    try {
      const override = readOverride(token, this.config.publicOrigin, overrideKeys(this.config.releasesDir, this.verifyingKey));
      remember(this.verified, copyOf(token), override, MAX_VERIFIED);
      return override;
    } catch (cause) {
      if (TOKEN.test(token)) remember(this.refused, copyOf(token), (cause as Error).message, MAX_REFUSED);
      throw cause;
    }
  }
}

function remember<T>(memory: Map<string, T>, token: string, outcome: T, max: number): void {
  const [oldest] = memory.keys();
  if (oldest !== undefined && memory.size >= max) memory.delete(oldest);
  memory.set(token, outcome);
}
