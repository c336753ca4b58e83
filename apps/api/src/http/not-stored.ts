import {
  applyDecorators,
  Injectable,
  UseInterceptors,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import type { Response } from 'express';
import type { Observable } from 'rxjs';

@Injectable()
class NotStoredInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    context.switchToHttp().getResponse<Response>().set('Cache-Control', 'no-store');
    return next.handle();
  }
}

/** Responses of these routes are not cached. Responses of the error filter never are. */
export const NotStored = (): ClassDecorator => applyDecorators(UseInterceptors(NotStoredInterceptor));
