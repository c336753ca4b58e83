import {
  applyDecorators,
  createParamDecorator,
  Injectable,
  SetMetadata,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { OpenTo } from '../http/access.ts';
import { ReleaseCallers, type Caller, type SignedRoute, type Signer } from './release-callers.ts';

const ROUTE = 'site:signed route';
const identified = new WeakMap<Request, Caller>();

/** Admits requests that a key of the site has signed. */
@Injectable()
class SignedGuard implements CanActivate {
  constructor(
    private readonly callers: ReleaseCallers,
    private readonly reflector: Reflector,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const route = this.reflector.get<SignedRoute>(ROUTE, context.getHandler());
    const caller = await this.callers.identify(request, route);
    identified.set(request, caller);
    const response = http.getResponse<Response>();
    response.once('finish', () => {
      const { statusCode } = response;
      // A refused request changed nothing, so it does not count: a team whose releases fail must still be able to roll back.
      if (caller.refund && ((statusCode >= 400 && statusCode < 500) || statusCode === 503))
        caller.refund().catch(() => undefined);
    });
    return true;
  }
}

/** @param isChange whether the route writes a registry */
export const SignedBy = (signer: Signer, { isChange = false } = {}): MethodDecorator =>
  applyDecorators(OpenTo(signer, SignedGuard), SetMetadata(ROUTE, { signer, isChange } satisfies SignedRoute));

/** The signer of a request to a route marked with `SignedBy`. */
export const SignedCaller = createParamDecorator((_: unknown, context: ExecutionContext): Caller => {
  const caller = identified.get(context.switchToHttp().getRequest<Request>());
  if (!caller) throw new Error(`${context.getHandler().name} requests a caller but has no SignedBy decorator`);
  return caller;
});
