import { parseWeeklyReport, type WeeklyReport } from '@site/contracts';
import { request, RequestError } from '@site/host';

const PATH = '/api/weekly-egg-report';

async function getEggReport(signal: AbortSignal): Promise<WeeklyReport> {
  const response = await request('GET', PATH, undefined, signal);
  return parseWeeklyReport(await response.json());
}

/** For `useQuery`; the page shares one copy for as long as it stays open. */
export const eggReportQuery = {
  queryKey: [PATH],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => getEggReport(signal),
};

export interface EggReportFailure {
  readonly message: string;
  /** What it means for the visitor. */
  readonly hint: string;
}

/** The specification's two messages: by status where the server answered, otherwise the general one. */
export function describeFailure(error: unknown): EggReportFailure {
  if (error instanceof RequestError) {
    return {
      message: `Failed to fetch report: ${error.status}`,
      hint: 'This site’s server could not hand out the report. The other pages still work.',
    };
  }
  const message = 'Failed to fetch report data';
  if (error instanceof TypeError) return { message, hint: 'Nothing answered. Check the connection, then try again.' };
  return { message, hint: 'The answer was not a price report. Trying again later may help.' };
}
