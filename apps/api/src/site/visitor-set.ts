import { randomInt } from 'node:crypto';
import type { Request, Response } from 'express';
import { VISITOR_BUCKETS } from '@site/contracts';
import { ownCookieName, ownCookieOptions, sentOwnCookie } from '../http/own-cookie.ts';

const MONTH_MS = 30 * 24 * 3_600_000;

const COOKIE = 'set';

/** The visitor's bucket: one of 10,000 numbers; of a million visitors a hundred share each. Null if none was drawn yet. */
export function readBucket(request: Pick<Request, 'headers'>, isSecure: boolean): number | null {
  const value = sentOwnCookie(request, COOKIE, isSecure);
  return /^\d{1,4}$/.test(value) && Number(value) < VISITOR_BUCKETS ? Number(value) : null;
}

/**
 * Draws a bucket and stores it in a cookie. Null for a visitor who follows a link on another site: the browser withholds the cookie then,
 * and a new one would replace the one that it may have.
 */
export function drawBucket(request: Request, response: Response, isSecure: boolean): number | null {
  const from = request.get('Sec-Fetch-Site');
  if (from === 'cross-site' || from === 'same-site') return null;
  const bucket = randomInt(VISITOR_BUCKETS);
  response.cookie(ownCookieName(COOKIE, isSecure), String(bucket), { ...ownCookieOptions(isSecure), maxAge: MONTH_MS });
  return bucket;
}
