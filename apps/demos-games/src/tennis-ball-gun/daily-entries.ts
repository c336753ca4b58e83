import { parseDailyBoard, parseDailyEntry, parseDailyPlace, type DailyBoard, type DailyPlace } from '@site/contracts';
import { request, RequestError } from '@site/host';
import { decodeRun, type Run } from '@site/sim/tennis-ball-gun';

const PATH = '/api/daily-challenge';

/** A finished daily run, as submitted. */
export interface DailyRun {
  readonly day: string;
  readonly score: number;
  /** Encoded as in a replay link. */
  readonly run: string;
}

/** For `useQuery`: the best entries of a day. */
export const boardQuery = (day: string) => ({
  queryKey: [PATH, day],
  // Other visitors enter runs all the time.
  staleTime: 0,
  queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<DailyBoard> =>
    parseDailyBoard(await (await request('GET', `${PATH}?day=${day}`, undefined, signal)).json()),
});

/** The run of an entry. @throws RequestError, TypeError without a response, Error if it contains no run */
export async function getRun(id: string, signal: AbortSignal): Promise<Run> {
  const { run } = parseDailyEntry(await (await request('GET', `${PATH}/entries/${id}`, undefined, signal)).json());
  const decoded = decodeRun(run);
  if (!decoded) throw new Error('the entry contains no run');
  return decoded;
}

/** @throws RequestError, or TypeError when the server could not be reached */
export async function enterRun(run: DailyRun, initials: string): Promise<DailyPlace> {
  return parseDailyPlace(await (await request('POST', `${PATH}/entries`, { ...run, initials })).json());
}

/** What to tell a visitor whose run was not entered. */
export function whyNot(error: unknown): string {
  if (!(error instanceof RequestError)) return 'The server cannot be reached. Your run stays here: try again.';
  if (error.status === 409) return 'This run is already on the leaderboard.';
  if (error.status === 429) return 'Too many entries from your network. Try again later.';
  if (error.status !== 422) return 'The server sent an unexpected response. Try again.';
  return error.body.includes('initials_refused')
    ? 'These initials are not allowed. Choose others.'
    : 'This run was not accepted: its day is over, or the replay ended differently.';
}
