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

/** Longest that the value of a cookie with this many tokens may be, their separators included. */
export const maxTokensLength = (tokens: number): number => tokens * (MAX_TOKEN_CHARACTERS + '%20'.length);

/** A token is cut out of a header; kept as it is, it would keep the whole header in memory. */
const copyOf = (token: string): string => Buffer.from(token, 'latin1').toString('latin1');

/**
 * Reads override tokens and remembers the outcome, because verifying one signature costs about as much as sending a page. Refused tokens
 * are remembered apart: forged ones, of which there are any number, must not push out those that a visitor uses.
 */
@Injectable()
export class OverrideTokens {
  private readonly verifyingKey: ReturnType<typeof parseVerifyingKey>;
  /** The least recently used first. */
  private readonly verified = new Map<string, Override>();
  /** With the reason. The oldest first. */
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
   * Returns those tokens of a cookie that count now. Tokens that were never seen count only while the network has verifications left:
   * over its budget their visitor sees what everybody sees.
   */
  readAll(tokens: readonly string[], network: () => string): { token: string; override: Override }[] {
    return tokens.flatMap((token) => {
      if (!TOKEN.test(token) || this.refused.has(token)) return [];
      if (!this.verified.has(token) && !this.budget.take(network())) return [];
      try {
        return [{ token, override: this.read(token) }];
      } catch {
        // It was good once, or never: the visitor sees what everybody sees.
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
