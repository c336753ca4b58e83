import { parseVerifyingKey } from '@site/releases';

/** The public half of a key, as `site key --public` prints it. */
export const publicHalf = (key: string): string =>
  parseVerifyingKey(key).export({ format: 'der', type: 'spki' }).toString('base64');
