import { sends } from '../test-support/a-fault-upstream.ts';
import { anOpenedReportsSite, type OpenedReportsSite } from '../test-support/an-opened-reports-site.ts';
import { MAX_OPENED_CALLS } from './call-budget.ts';

describe('an opened report', () => {
  let site: OpenedReportsSite;
  beforeEach(async () => {
    site = await anOpenedReportsSite();
  });
  afterEach(() => site.close());

  test('gets a 503 with Retry-After once the minute’s calls for opened reports are used up', async () => {
    // Each temporary failure costs two calls: the client retries once.
    site.usda.answer = () => sends(503, '', {});
    const statuses: number[] = [];
    const waits: number[] = [];
    for (let turn = 0; turn < MAX_OPENED_CALLS && !statuses.includes(503); turn += 1) {
      const response = await site.open(['1280', '2850', '9001'][turn % 3] ?? '');
      await response.text();
      statuses.push(response.status);
      waits.push(Number(response.headers.get('Retry-After')));
      // Past the pause after five failures of one report.
      site.advance(31_000);
    }
    expect(statuses.at(-1)).toBe(503);
    expect(waits.at(-1)).toBeGreaterThan(0);
    expect(site.usda.asked.length).toBeLessThanOrEqual(MAX_OPENED_CALLS);
  });
});
