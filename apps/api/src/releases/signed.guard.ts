import {
  applyDecorators,
  createParamDecorator,
  Injectable,
  SetMetadata,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
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
    const request = context.switchToHttp().getRequest<Request>();
    const route = this.reflector.get<SignedRoute>(ROUTE, context.getHandler());
    identified.set(request, await this.callers.identify(request, route));
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
