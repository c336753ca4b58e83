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
import { HttpError } from './app-error.ts';
import { UndeclaredGuard } from './undeclared.guard.ts';

/** Who may use a route. */
export type Access = 'everybody' | 'owner' | 'draft readers' | 'any team' | 'team of the app' | "owner's key";

const ACCESS = 'site:access';

/**
 * Marks a route and puts the guards in front of it that admit those whom the mark names. What they send is looked at after that: for
 * everybody else a route does not exist, whatever they send.
 */
export const OpenTo = (access: Access, ...guards: readonly Type<CanActivate>[]): MethodDecorator =>
  applyDecorators(SetMetadata(ACCESS, access), UseGuards(...guards, UndeclaredGuard));

/** Opens a route to everybody. */
export const Public = (): MethodDecorator => OpenTo('everybody');

/** The mark of a route; undefined: it has none, and is closed. */
export const accessOf = (reflector: Reflector, handler: Parameters<Reflector['get']>[1]): Access | undefined =>
  reflector.get<Access | undefined>(ACCESS, handler);

/** Keeps every route closed that has no mark, so that a forgotten one opens nothing. */
@Injectable()
export class ClosedByDefaultGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    if (accessOf(this.reflector, context.getHandler()) !== undefined) return true;
    throw new HttpError('NOT_FOUND', `${context.getClass().name}.${context.getHandler().name} has no access mark`);
  }
}
