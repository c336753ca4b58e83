import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { Config } from '../config/config.ts';
import { OpenTo } from '../http/access.ts';
import { readGateCookies } from '../passwords/gate-cookies.ts';
import { PasswordGate } from '../passwords/password-gate.ts';
import { PasswordError } from '../passwords/password.errors.ts';

/** Admits browsers with an open draft session. */
@Injectable()
class DraftGuard implements CanActivate {
  constructor(
    @Inject(PasswordGate) private readonly gate: Pick<PasswordGate, 'isOpen'>,
    @Inject(Config) private readonly config: Pick<Config, 'isSecure'>,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    if (await this.gate.isOpen('drafts', readGateCookies(request, this.config.isSecure, 'drafts').session)) return true;
    throw new PasswordError('DRAFT_LOCKED', 'no open session');
  }
}

export const DraftReadersOnly = (): MethodDecorator => OpenTo('draft readers', DraftGuard);
