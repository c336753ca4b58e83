import { createHash, timingSafeEqual } from 'node:crypto';
import { applyDecorators, Inject, Injectable, SetMetadata, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { Config } from '../config/config.ts';
import { OpenTo } from '../http/access.ts';
import { HttpError } from '../http/app-error.ts';

const ASKS_FOR_TOKEN = 'site:asks-for-owner-token';

const isLoopback = (address: string): boolean => /^(?:::1|(?:::ffff:)?127\.\d+\.\d+\.\d+)$/.test(address);
const hash = (text: string): Buffer => createHash('sha256').update(text).digest();

/** The owner's token in a request: `Bearer <token>`, or, from a browser's login dialog, any name with the token as password. */
function sentToken(request: Request): string {
  const [scheme = '', value = ''] = (request.get('Authorization') ?? '').split(' ');
  if (scheme.toLowerCase() === 'bearer') return value;
  if (scheme.toLowerCase() !== 'basic') return '';
  return Buffer.from(value, 'base64')
    .toString('utf8')
    .replace(/^[^:]*:/, '');
}

/** Admits callers that send OWNER_TOKEN or, if none is set, callers on this machine. */
@Injectable()
class OwnerGuard implements CanActivate {
  constructor(
    @Inject(Config) private readonly config: Pick<Config, 'ownerToken'>,
    private readonly reflector: Reflector,
  ) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    if (this.isOwner(request)) return true;
    const asks = this.reflector.get<boolean | undefined>(ASKS_FOR_TOKEN, context.getHandler());
    if (asks && this.config.ownerToken !== null) {
      const headers = { 'WWW-Authenticate': 'Basic realm="owner", charset="UTF-8"' };
      throw new HttpError('OWNER_TOKEN_REQUIRED', 'no owner token', headers);
    }
    // For everyone else the address does not exist.
    throw new HttpError('NOT_FOUND', 'not the owner');
  }

  private isOwner(request: Request): boolean {
    const { ownerToken } = this.config;
    if (ownerToken === null) return isLoopback(request.ip ?? '') && request.get('X-Forwarded-For') === undefined;
    return timingSafeEqual(hash(sentToken(request)), hash(ownerToken));
  }
}

/** @param asksForToken lets a browser ask for the token with its login dialog, if one is set */
export const OwnerOnly = ({ asksForToken = false } = {}): MethodDecorator =>
  applyDecorators(OpenTo('owner', OwnerGuard), SetMetadata(ASKS_FOR_TOKEN, asksForToken));
