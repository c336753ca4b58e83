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
import { ReleaseCallers, type Caller, type Signer } from './release-callers.ts';

const SIGNER = 'site:signer';
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
    const signer = this.reflector.get<Signer>(SIGNER, context.getHandler());
    identified.set(request, await this.callers.identify(request, signer));
    return true;
  }
}

export const SignedBy = (signer: Signer): MethodDecorator =>
  applyDecorators(OpenTo(signer, SignedGuard), SetMetadata(SIGNER, signer));

/** The signer of a request to a route marked with `SignedBy`. */
export const SignedCaller = createParamDecorator((_: unknown, context: ExecutionContext): Caller => {
  const caller = identified.get(context.switchToHttp().getRequest<Request>());
  if (!caller) throw new Error(`${context.getHandler().name} requests a caller but has no SignedBy decorator`);
  return caller;
});
