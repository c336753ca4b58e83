import { randomFillSync } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { PAGE_TOKEN } from '@site/contracts';
import { Clock } from '../clock.ts';
import { SiteSecret } from '../secrets/site-secret.ts';

const PURPOSE = 'page token';
/** How long a visit's figures may take to arrive: a tab that is left open for longer is not counted. */
const VALID_MS = 4 * 3_600_000;
const RANDOM_BYTES = 9;

/** Random bytes for many tokens at a time: one system call for each would cost more than the rest of a token. */
const pool = Buffer.alloc(RANDOM_BYTES * 512);
let used = pool.length;

function randomText(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += RANDOM_BYTES;
  return pool.toString('base64url', used - RANDOM_BYTES, used);
}

/**
 * Each document comes with a signed token, and a visit's figures are counted once per token: to invent many visits, an attacker
 * has to request as many documents. The token is in a header, because the documents themselves are the same for everybody.
 */
@Injectable()
export class PageTokens {
  constructor(
    @Inject(SiteSecret) private readonly secret: Pick<SiteSecret, 'sign' | 'isSigned'>,
    @Inject(Clock) private readonly clock: Pick<Clock, 'now'>,
  ) {}

  /** Value of a document's `Server-Timing` header. */
  header(): string {
    const text = `${this.clock.now().getTime().toString(36)}.${randomText()}`;
    return `${PAGE_TOKEN};desc="${text}.${this.secret.sign(PURPOSE, text)}"`;
  }

  /** When a token expires, in ms since 1970; undefined for one that is forged or has expired. */
  expiryOf(token: string): number | undefined {
    const end = token.lastIndexOf('.');
    const text = token.slice(0, end);
    const expires = Number.parseInt(text, 36) + VALID_MS;
    if (end < 0 || !(expires > this.clock.now().getTime())) return undefined;
    return this.secret.isSigned(PURPOSE, text, token.slice(end + 1)) ? expires : undefined;
  }
}
