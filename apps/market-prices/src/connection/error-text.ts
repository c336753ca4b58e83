/** The failure's own message, if it has one. */
export function errorText(error: unknown): string {
  return error instanceof Error && error.message ? error.message : 'Unknown error occurred';
}
