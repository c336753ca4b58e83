import { Injectable, type ArgumentMetadata, type PipeTransform } from '@nestjs/common';
import { HttpError, type AppError } from './app-error.ts';
import type { HttpErrorCode } from './problem-table.ts';

type ContractSchema = NonNullable<ArgumentMetadata['schema']>;

const refusals = new WeakMap<object, () => AppError>();

/** Makes requests that do not match a schema fail with their own module's problem. Returns the schema. */
export function refusedWith<Schema extends ContractSchema>(schema: Schema, refusal: () => AppError): Schema {
  refusals.set(schema, refusal);
  return schema;
}

/** An address with a malformed parameter does not exist. */
const REFUSALS = {
  body: 'INVALID_BODY',
  query: 'INVALID_QUERY',
  param: 'NOT_FOUND',
  custom: 'BAD_REQUEST',
} as const satisfies Readonly<Record<ArgumentMetadata['type'], HttpErrorCode>>;

interface Issue {
  readonly message: string;
  readonly received?: unknown;
  readonly expected?: unknown;
}

/** What is wrong, in the contract's words. The library's own messages repeat the client's input and are not passed on. */
function sentenceOf({ message, received, expected }: Issue): string {
  const repeatsInput = typeof received === 'string' && received !== '' && message.includes(received);
  return repeatsInput ? `a field must be ${String(expected ?? 'in another format')}` : message;
}

/**
 * Validates every query, body and path parameter that names a schema of the contract:
 * `@Query({ schema: GalleryQuerySchema })`. Nest's own pipe for schemas drops a field named `__proto__` instead of rejecting it,
 * and throws the same exception for everything.
 */
@Injectable()
export class ContractPipe implements PipeTransform {
  transform(value: unknown, { schema, type }: ArgumentMetadata): unknown {
    if (!schema) return value;
    const result = schema['~standard'].validate(value);
    if (result instanceof Promise) throw new TypeError('schemas of the contract are checked synchronously');
    if (!result.issues) return result.value;
    if (type === 'body' && value === undefined) throw new HttpError('INVALID_BODY', 'no body');
    const refusal = refusals.get(schema);
    if (refusal) throw refusal();
    const details = [...new Set(result.issues.map(sentenceOf))].join('; ');
    throw new HttpError(REFUSALS[type], `${type} refused`, {}, details);
  }
}
