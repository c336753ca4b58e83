import { randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { VISITOR_BUCKETS } from '@site/contracts';
import { Config } from '../config/config.ts';
import { ownCookieName, ownCookieOptions, sentOwnCookie } from '../http/own-cookie.ts';
import { LiveTrials, type ShellDuringTrial } from './live-trials.ts';

const MONTH_MS = 30 * 24 * 3_600_000;

const COOKIE = 'set';

/** The visitor's bucket: one of 10,000 numbers, each shared by a hundred in a million visitors. */
@Injectable()
export class VisitorBuckets {
  constructor(
    private readonly config: Config,
    private readonly trials: LiveTrials,
  ) {}

  /** Returns true if visitors with different buckets may get different pages. */
  matter(): Promise<boolean> {
    return this.trials.haveVisitors();
  }

  /** Null if none has been drawn yet. */
  read(request: Pick<Request, 'headers'>): number | null {
    const value = sentOwnCookie(request, COOKIE, this.config.isSecure);
    return /^\d{1,4}$/.test(value) && Number(value) < VISITOR_BUCKETS ? Number(value) : null;
  }

  /** The visitor's shell, if one is on trial. */
  shellOf(request: Pick<Request, 'headers'>): Promise<ShellDuringTrial | undefined> {
    return this.trials.shellOf(this.read(request));
  }

  /**
   * Draws a bucket and stores it in a cookie. Null for a visitor who follows a link on another site: the browser then withholds the cookie,
   * and a new one would replace any that it already has.
   */
  draw(request: Request, response: Response): number | null {
    const from = request.get('Sec-Fetch-Site');
    if (from === 'cross-site' || from === 'same-site') return null;
    const { isSecure } = this.config;
    const bucket = randomInt(VISITOR_BUCKETS);
    response.cookie(ownCookieName(COOKIE, isSecure), String(bucket), { ...ownCookieOptions(isSecure), maxAge: MONTH_MS });
    return bucket;
  }
}
