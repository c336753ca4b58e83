import type { CookieOptions } from 'express';

/** Browsers keep `__Host-` cookies to this very host over https; on plain http (a first start at home) they would drop them. */
export const ownCookieName = (name: string, isSecure: boolean): string => (isSecure ? `__Host-${name}` : name);

/** For this site's own requests alone, and for no script. */
export const ownCookieOptions = (isSecure: boolean): CookieOptions => ({
  path: '/',
  httpOnly: true,
  sameSite: 'strict',
  secure: isSecure,
});
