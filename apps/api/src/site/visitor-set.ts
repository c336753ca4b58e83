import { randomInt } from 'node:crypto';
import type { Request, Response } from 'express';
import { VISITOR_BUCKETS } from '@site/contracts';
import { ownCookieName, ownCookieOptions, sentOwnCookie } from '../http/own-cookie.ts';

const MONTH_MS = 30 * 24 * 3_600_000;

const COOKIE = 'set';

/** The visitor's bucket: one of 10,000 numbers, which a hundred visitors of a million share. Null: none was drawn yet. */
export function readBucket(request: Pick<Request, 'headers'>, isSecure: boolean): number | null {
  const value = sentOwnCookie(request, COOKIE, isSecure);
  return /^\d{1,4}$/.test(value) && Number(value) < VISITOR_BUCKETS ? Number(value) : null;
}

/**
 * Draws a bucket and hands it to the browser. Null for who comes over a link of another site: the browser withholds the cookie there,
 * and a new one would take the place of the one that it may have.
 */
export function drawBucket(request: Request, response: Response, isSecure: boolean): number | null {
  const from = request.get('Sec-Fetch-Site');
  if (from === 'cross-site' || from === 'same-site') return null;
  const bucket = randomInt(VISITOR_BUCKETS);
  response.cookie(ownCookieName(COOKIE, isSecure), String(bucket), { ...ownCookieOptions(isSecure), maxAge: MONTH_MS });
  return bucket;
}
