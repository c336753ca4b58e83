import type { RequestHandler } from 'express';
import { HttpError } from '../http/app-error.ts';
import { readBody } from '../http/read-body.ts';
import { hasBody } from '../http/request-guards.ts';

/** Several times as many as the largest form has. Anybody may send forms, and parsing tens of thousands of fields takes a while. */
const MAX_FIELDS = 1_000;

/** The fields of a form, each with its values. */
export type Form = ReadonlyMap<string, readonly string[]>;

/** Reads the body of a form. @throws HttpError UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE, INVALID_BODY */
export function readForm(maxBytes: number): RequestHandler {
  return async (request, _response, next) => {
    if (hasBody(request)) {
      if (!request.is('application/x-www-form-urlencoded'))
        throw new HttpError('UNSUPPORTED_MEDIA_TYPE', 'body is not a form', {}, 'The body must be a form.');
      const text = new TextDecoder().decode(Buffer.concat(await readBody(request, { maxBytes })));
      if (/%00|\0/.test(text))
        throw new HttpError('INVALID_BODY', 'NUL in a form', {}, 'text must not contain the NUL character');
      if (text.split('&', MAX_FIELDS + 1).length > MAX_FIELDS)
        throw new HttpError('INVALID_BODY', 'too many fields in a form', {}, `A form may have at most ${MAX_FIELDS} fields.`);
      const fields = new Map<string, string[]>();
      for (const [name, value] of new URLSearchParams(text)) {
        const values = fields.get(name);
        if (values) values.push(value);
        else fields.set(name, [value]);
      }
      request.body = fields;
    }
    next();
  };
}

/** The form in a request's body; empty if it has none. */
export const formOf = (body: unknown): Form => (body instanceof Map ? (body as Form) : new Map());

/** A field's only value; empty if it has none, or several. */
export function fieldOf(form: Form, name: string): string {
  const values = form.get(name) ?? [];
  return values.length === 1 ? (values[0] ?? '') : '';
}
