import { ValidationPipe } from '@nestjs/common';
import { HttpError } from './app-error.ts';

/** Reads a query into its DTO: a parameter that is unknown, given twice or of the wrong form is a 400 that names it. */
export function strictQuery(): ValidationPipe {
  return new ValidationPipe({
    transform: true,
    whitelist: true,
    forbidNonWhitelisted: true,
    exceptionFactory: (errors) => {
      const reasons = errors.flatMap((error) =>
        Object.entries(error.constraints ?? {}).map(([rule, message]) =>
          // The framework's own message would repeat what the client sent.
          rule === 'whitelistValidation' ? 'the query has a parameter that this route does not know' : message,
        ),
      );
      return new HttpError('INVALID_QUERY', 'query refused', {}, [...new Set(reasons)].join('; '));
    },
  });
}
