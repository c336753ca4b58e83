import { parse } from 'cookie';
import type { CookieOptions, Request, Response } from 'express';

const YEAR_MS = 365 * 24 * 3_600_000;

export interface GateCookies {
  readonly session: string | null;
  readonly device: string | null;
}

/** Browsers keep `__Host-` cookies to this very host over https; on plain http (a first start at home) they would drop them. */
const nameOf = (name: string, isSecure: boolean): string => (isSecure ? `__Host-${name}` : name);

const optionsFor = (isSecure: boolean): CookieOptions => ({ path: '/', httpOnly: true, sameSite: 'strict', secure: isSecure });

export function readGateCookies(request: Request, isSecure: boolean): GateCookies {
  const cookies = parse(request.headers.cookie ?? '');
  return { session: cookies[nameOf('draft', isSecure)] ?? null, device: cookies[nameOf('device', isSecure)] ?? null };
}

/** The session ends with the browser; the device is remembered, so that others' failures cannot lock it out. */
export function setGateCookies(response: Response, isSecure: boolean, session: string, device: string): void {
  response.cookie(nameOf('draft', isSecure), session, optionsFor(isSecure));
  response.cookie(nameOf('device', isSecure), device, { ...optionsFor(isSecure), maxAge: YEAR_MS });
}

export function clearSessionCookie(response: Response, isSecure: boolean): void {
  response.clearCookie(nameOf('draft', isSecure), optionsFor(isSecure));
}
