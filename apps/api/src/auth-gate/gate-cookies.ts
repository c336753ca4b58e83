import type { Request, Response } from 'express';
import { ownCookieName, ownCookieOptions, readOwnCookie } from '../http/own-cookie.ts';

const YEAR_MS = 365 * 24 * 3_600_000;

export interface GateCookies {
  readonly session: string | null;
  readonly device: string | null;
}

export function readGateCookies(request: Request, isSecure: boolean): GateCookies {
  return { session: readOwnCookie(request, 'draft', isSecure), device: readOwnCookie(request, 'device', isSecure) };
}

/** The session ends with the browser; the device is remembered, so that others' failures cannot lock it out. */
export function setGateCookies(response: Response, isSecure: boolean, session: string, device: string): void {
  response.cookie(ownCookieName('draft', isSecure), session, ownCookieOptions(isSecure));
  response.cookie(ownCookieName('device', isSecure), device, { ...ownCookieOptions(isSecure), maxAge: YEAR_MS });
}

export function clearSessionCookie(response: Response, isSecure: boolean): void {
  response.clearCookie(ownCookieName('draft', isSecure), ownCookieOptions(isSecure));
}
