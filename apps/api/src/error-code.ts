/** The code of a system error, such as ENOENT; empty for any other error. */
export const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';

export const isMissing = (error: unknown): boolean => codeOf(error) === 'ENOENT';
