import * as v from 'valibot';
import { requestObject } from './request-object.ts';

const PASSWORD = 'password must be a string of 1 to 256 bytes';
const MAX_PASSWORD_BYTES = 256;

/** Body of `POST /api/verify-password`. Used as sent, without trimming. */
export const PasswordAttemptSchema = requestObject({
  password: v.pipe(v.string(PASSWORD), v.minLength(1, PASSWORD), v.maxBytes(MAX_PASSWORD_BYTES, PASSWORD)),
});

/** Response of `POST /api/verify-password`. */
export const PasswordResponseSchema = v.object({ valid: v.boolean() });

export type PasswordAttempt = v.InferOutput<typeof PasswordAttemptSchema>;
export type PasswordResponse = v.InferOutput<typeof PasswordResponseSchema>;
