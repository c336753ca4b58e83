/** What a failure says of itself; some say nothing. */
export function errorText(error: unknown): string {
  return error instanceof Error && error.message ? error.message : 'Unknown error occurred';
}
