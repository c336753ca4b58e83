import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { Config } from '../config/config.ts';
import { OpenTo } from '../http/access.ts';
import { AuthGateError } from './auth-gate.errors.ts';
import { AuthGateService } from './auth-gate.service.ts';
import { readGateCookies } from './gate-cookies.ts';

/** Admits browsers with an open draft session. */
@Injectable()
class DraftGuard implements CanActivate {
  constructor(
    @Inject(AuthGateService) private readonly gate: Pick<AuthGateService, 'isOpen'>,
    @Inject(Config) private readonly config: Pick<Config, 'isSecure'>,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    if (await this.gate.isOpen(readGateCookies(request, this.config.isSecure).session)) return true;
    throw new AuthGateError('DRAFT_LOCKED', 'no open session');
  }
}

export const DraftReadersOnly = (): MethodDecorator => OpenTo('draft readers', DraftGuard);
