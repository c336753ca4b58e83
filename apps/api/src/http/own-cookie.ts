import { parse } from 'cookie';
import type { CookieOptions, Request } from 'express';

/** Browsers limit `__Host-` cookies to this host over https; over plain http (as on a local run) they would reject them. */
export const ownCookieName = (name: string, isSecure: boolean): string => (isSecure ? `__Host-${name}` : name);

/**
 * A cookie's raw value; empty if there is none. Only this one needs decoding: decoding all of 16 kB would cost as much as a page.
 */
export function sentOwnCookie({ headers }: Pick<Request, 'headers'>, name: string, isSecure: boolean): string {
  const cookies = parse(headers.cookie ?? '', { decode: (value) => value });
  return cookies[ownCookieName(name, isSecure)] ?? '';
}

/** A cookie's value; null if there is none, or it is not encoded like this site's cookies. */
export function readOwnCookie(request: Pick<Request, 'headers'>, name: string, isSecure: boolean): string | null {
  try {
    return decodeURIComponent(sentOwnCookie(request, name, isSecure)) || null;
  } catch {
    return null;
  }
}

/** Sent only with this site's own requests, and hidden from scripts. */
export const ownCookieOptions = (isSecure: boolean): CookieOptions => ({
  path: '/',
  httpOnly: true,
  sameSite: 'strict',
  secure: isSecure,
});
