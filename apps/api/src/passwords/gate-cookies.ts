import type { Request, Response } from 'express';
import { ownCookieName, ownCookieOptions, readOwnCookie } from '../http/own-cookie.ts';
import type { Door } from './door.ts';

const YEAR_MS = 365 * 24 * 3_600_000;

const SESSION_COOKIES = { drafts: 'draft', owner: 'owner' } as const satisfies Readonly<Record<Door, string>>;
const DEVICE_COOKIES = { drafts: 'device', owner: 'owner-device' } as const satisfies Readonly<Record<Door, string>>;

export interface GateCookies {
  readonly session: string | null;
  readonly device: string | null;
}

export function readGateCookies(request: Request, isSecure: boolean, door: Door): GateCookies {
  return {
    session: readOwnCookie(request, SESSION_COOKIES[door], isSecure),
    device: readOwnCookie(request, DEVICE_COOKIES[door], isSecure),
  };
}

/** The session ends with the browser; the device is remembered, so that others' failures cannot lock it out. */
export function setGateCookies(response: Response, isSecure: boolean, door: Door, session: string, device: string): void {
  const options = ownCookieOptions(isSecure);
  response.cookie(ownCookieName(SESSION_COOKIES[door], isSecure), session, options);
  response.cookie(ownCookieName(DEVICE_COOKIES[door], isSecure), device, { ...options, maxAge: YEAR_MS });
}

export function clearSessionCookie(response: Response, isSecure: boolean, door: Door): void {
  response.clearCookie(ownCookieName(SESSION_COOKIES[door], isSecure), ownCookieOptions(isSecure));
}
