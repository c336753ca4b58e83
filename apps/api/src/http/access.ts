import {
  applyDecorators,
  Injectable,
  SetMetadata,
  UseGuards,
  type CanActivate,
  type ExecutionContext,
  type Type,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiSecurity } from '@nestjs/swagger';
import { HttpError } from './app-error.ts';
import { UndeclaredGuard } from './undeclared.guard.ts';

/** Who may use a route. */
export type Access = 'everybody' | 'owner' | 'draft readers' | 'any team' | 'team of the app' | "owner's key";

const ACCESS = 'site:access';

/** The credential of each kind of caller, by its name in the API description. */
const CREDENTIALS = {
  everybody: null,
  owner: 'ownerToken',
  'draft readers': 'draftSession',
  'any team': 'signature',
  'team of the app': 'signature',
  "owner's key": 'signature',
} as const satisfies Readonly<Record<Access, string | null>>;

/**
 * Declares who may use a route, and adds the guards that admit those callers. Requests are validated only after that: a guard
 * rejects everyone else, whatever they send.
 */
export function OpenTo(access: Access, ...guards: readonly Type<CanActivate>[]): MethodDecorator {
  const credential = CREDENTIALS[access];
  return applyDecorators(
    SetMetadata(ACCESS, access),
    UseGuards(...guards, UndeclaredGuard),
    ...(credential === null ? [] : [ApiSecurity(credential)]),
  );
}

/** Opens a route to everyone. */
export const Public = (): MethodDecorator => OpenTo('everybody');

/** Who may use a route; undefined if it has no access decorator and is closed. */
export const accessOf = (reflector: Reflector, handler: Parameters<Reflector['get']>[1]): Access | undefined =>
  reflector.get<Access | undefined>(ACCESS, handler);

/** Keeps every route without an access decorator closed, so that forgetting one opens nothing. */
@Injectable()
export class ClosedByDefaultGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    if (accessOf(this.reflector, context.getHandler()) !== undefined) return true;
    throw new HttpError('NOT_FOUND', `${context.getClass().name}.${context.getHandler().name} has no access decorator`);
  }
}
