import { createHash, timingSafeEqual } from 'node:crypto';
import { applyDecorators, Inject, Injectable, SetMetadata, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { Config } from '../config/config.ts';
import { OpenTo } from '../http/access.ts';
import { HttpError } from '../http/app-error.ts';
import { isFromThisMachine } from './this-machine.ts';

const ASKS_FOR_TOKEN = 'site:asks-for-owner-token';

const hash = (text: string): Buffer => createHash('sha256').update(text).digest();

/** The owner's token in a request: `Bearer <token>`, or, from a browser's login dialog, any name with the token as password. */
function sentToken(request: Request): string {
  // A token may contain spaces.
  const [, scheme = '', value = ''] = /^(\S+) +(.*)$/.exec(request.get('Authorization') ?? '') ?? [];
  if (scheme.toLowerCase() === 'bearer') return value;
  if (scheme.toLowerCase() !== 'basic') return '';
  return Buffer.from(value, 'base64')
    .toString('utf8')
    .replace(/^[^:]*:/, '');
}

/** The sessions of the owner's area. OwnerAreaModule implements this, because it depends on this module, which cannot import it. */
export abstract class OwnerSessions {
  /** True if the browser has logged in. */
  abstract isOpen(request: Request): Promise<boolean>;
}

/** How the owner was recognized. */
export type OwnerBy = 'session' | 'token' | 'this machine';

/** How the guard recognized the owner who sent the request. */
export const ownerBy = (response: Response): OwnerBy => response.locals['ownerBy'] as OwnerBy;

/** Where a browser is sent to log in. @param address that it requested */
const loginFor = (address: string): string => `/owner/login?to=${encodeURIComponent(address)}`;

/**
 * Admits the owner's browser after a login, callers that send OWNER_TOKEN and, if none is set and the site is not published, callers on
 * this machine.
 */
@Injectable()
class OwnerGuard implements CanActivate {
  constructor(
    @Inject(Config) private readonly config: Pick<Config, 'ownerTokens' | 'ownerPasswordHash' | 'publicOrigin' | 'trustProxy'>,
    private readonly sessions: OwnerSessions,
    private readonly reflector: Reflector,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
    const by = await this.recognize(request);
    if (by !== null) {
      response.locals['ownerBy'] = by;
      return true;
    }
    const asks = this.reflector.get<boolean | undefined>(ASKS_FOR_TOKEN, context.getHandler());
    if (asks && this.config.ownerPasswordHash !== null) {
      throw new HttpError('OWNER_LOGIN_REQUIRED', 'no owner session', { Location: loginFor(request.originalUrl) });
    }
    if (asks && this.config.ownerTokens.length > 0) {
      const headers = { 'WWW-Authenticate': 'Basic realm="owner", charset="UTF-8"' };
      throw new HttpError('OWNER_TOKEN_REQUIRED', 'no owner token', headers);
    }
    // For everyone else the address does not exist.
    throw new HttpError('NOT_FOUND', 'not the owner');
  }

  private async recognize(request: Request): Promise<OwnerBy | null> {
    const { ownerTokens } = this.config;
    if (await this.sessions.isOpen(request)) return 'session';
    if (ownerTokens.length === 0) return isFromThisMachine(request, this.config) ? 'this machine' : null;
    const sent = hash(sentToken(request));
    return ownerTokens.some((token) => timingSafeEqual(sent, hash(token))) ? 'token' : null;
  }
}

/** @param asksForToken sends a browser to the login, or lets it ask for the token with its own dialog if there is no password */
export const OwnerOnly = ({ asksForToken = false } = {}): MethodDecorator =>
  applyDecorators(OpenTo('owner', OwnerGuard), SetMetadata(ASKS_FOR_TOKEN, asksForToken));
