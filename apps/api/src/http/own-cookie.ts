import { parse } from 'cookie';
import type { CookieOptions, Request } from 'express';

/** Browsers keep `__Host-` cookies to this very host over https; on plain http (a first start at home) they would drop them. */
export const ownCookieName = (name: string, isSecure: boolean): string => (isSecure ? `__Host-${name}` : name);

/**
 * A cookie's value as it was sent; empty when there is none. Only this one may then be decoded: decoding all of 16 kB costs as much
 * as a page.
 */
export function sentOwnCookie({ headers }: Pick<Request, 'headers'>, name: string, isSecure: boolean): string {
  const cookies = parse(headers.cookie ?? '', { decode: (value) => value });
  return cookies[ownCookieName(name, isSecure)] ?? '';
}

/** A cookie's value; null when there is none, or it is not encoded as cookies of this site are. */
export function readOwnCookie(request: Pick<Request, 'headers'>, name: string, isSecure: boolean): string | null {
  try {
    return decodeURIComponent(sentOwnCookie(request, name, isSecure)) || null;
  } catch {
    return null;
  }
}

/** For this site's own requests alone, and for no script. */
export const ownCookieOptions = (isSecure: boolean): CookieOptions => ({
  path: '/',
  httpOnly: true,
  sameSite: 'strict',
  secure: isSecure,
});
