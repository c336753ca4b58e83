import type { Request, Response } from 'express';
import { ownCookieName, ownCookieOptions, readOwnCookie } from '../http/own-cookie.ts';
import type { Realm } from './realm.ts';

const YEAR_MS = 365 * 24 * 3_600_000;

const SESSION_COOKIES = { drafts: 'draft', owner: 'owner' } as const satisfies Readonly<Record<Realm, string>>;
const DEVICE_COOKIES = { drafts: 'device', owner: 'owner-device' } as const satisfies Readonly<Record<Realm, string>>;

export interface GateCookies {
  readonly session: string | null;
  readonly device: string | null;
}

export function readGateCookies(request: Request, isSecure: boolean, realm: Realm): GateCookies {
  return {
    session: readOwnCookie(request, SESSION_COOKIES[realm], isSecure),
    device: readOwnCookie(request, DEVICE_COOKIES[realm], isSecure),
  };
}

/** The session ends with the browser; the device is remembered, so that others' failures cannot lock it out. */
export function setGateCookies(response: Response, isSecure: boolean, realm: Realm, session: string, device: string): void {
  const options = ownCookieOptions(isSecure);
  response.cookie(ownCookieName(SESSION_COOKIES[realm], isSecure), session, options);
  response.cookie(ownCookieName(DEVICE_COOKIES[realm], isSecure), device, { ...options, maxAge: YEAR_MS });
}

export function clearSessionCookie(response: Response, isSecure: boolean, realm: Realm): void {
  response.clearCookie(ownCookieName(SESSION_COOKIES[realm], isSecure), ownCookieOptions(isSecure));
}
