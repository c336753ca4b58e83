import { Injectable, SetMetadata, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { HttpError } from './app-error.ts';

const TAKES_ANYTHING = 'site:takes-anything';

/** For routes that handle whole groups of addresses: a page's own scripts read its query. */
export const TakesAnything = (): MethodDecorator => SetMetadata(TAKES_ANYTHING, true);

interface Declared {
  readonly query: boolean;
  readonly body: boolean;
}

/** Rejects a query or body that the route has no parameter for: nothing would read it, so the sender expects something else. */
@Injectable()
export class UndeclaredGuard implements CanActivate {
  private readonly known = new WeakMap<object, Declared>();

  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    const hasQuery = request.originalUrl.includes('?');
    const hasBody: boolean = request.body !== undefined;
    if (!hasQuery && !hasBody) return true;
    const declared = this.declaredBy(context);
    if (hasQuery && !declared.query && Object.keys(request.query).length > 0)
      throw new HttpError('INVALID_QUERY', 'unexpected query', {}, 'this route takes no query parameters');
    if (hasBody && !declared.body) throw new HttpError('INVALID_BODY', 'unexpected body', {}, 'this route takes no body');
    return true;
  }

  private declaredBy(context: ExecutionContext): Declared {
    const handler = context.getHandler();
    const known = this.known.get(handler);
    if (known) return known;
    const takesAnything = this.reflector.get<boolean | undefined>(TAKES_ANYTHING, handler) === true;
    const parameters: object = Reflect.getMetadata(ROUTE_ARGS_METADATA, context.getClass(), handler.name) ?? {};
    const takes = (type: RouteParamtypes): boolean =>
      takesAnything || Object.keys(parameters).some((name) => name.startsWith(`${type}:`));
    const declared = { query: takes(RouteParamtypes.QUERY), body: takes(RouteParamtypes.BODY) };
    this.known.set(handler, declared);
    return declared;
  }
}
