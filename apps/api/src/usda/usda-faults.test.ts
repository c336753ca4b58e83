import { parseWeeklyReport } from '@site/contracts';
import { aFailingUsdaSite, type FailingUsdaSite } from '../test-support/a-failing-usda-site.ts';
import { sendsJson } from '../test-support/a-fault-upstream.ts';
import { anEnvelope } from '../test-support/a-mars-row.ts';
import { HOUR_MS } from '../test-support/a-usda-site.ts';
import { anApi } from '../test-support/an-api.ts';

describe('when USDA fails', () => {
  let site: FailingUsdaSite;
  beforeEach(async () => {
    site = await aFailingUsdaSite();
  });
  afterEach(() => site.close());

  // Longer than a DNS label may be: the resolver rejects it without a query.
  const UNRESOLVABLE_URL = `http://${'n'.repeat(64)}.invalid/reports`;

  test.each([
    ['refused', null],
    ['DNS', UNRESOLVABLE_URL],
  ])('"%s" with a stored copy and with none: 200 stale, 502 upstream unreachable', async (_name, baseUrl) => {
    await (await site.askForEggs()).json();
    await site.upstream.close();
    if (baseUrl !== null) Object.assign(site.connection, { baseUrl });
    site.advance(HOUR_MS);
    const stale = await site.askForEggs();
    expect([stale.status, stale.headers.get('X-Data-Stale'), stale.headers.get('Age')]).toEqual([200, 'true', '3600']);
    expect(parseWeeklyReport(await stale.json()).currentWeekData).toHaveLength(2);

    const none = await site.get('weekly-beef-report');
    expect([none.status, await none.json()]).toMatchObject([502, { details: 'upstream unreachable', apiKeyConfigured: true }]);
  });

  test('"empty list": a valid response, but the first one does not replace stored prices', async () => {
    await (await site.askForEggs()).json();
    site.usda.answer = sendsJson(anEnvelope([]));
    const rows = async () => parseWeeklyReport(await (await site.askForEggs()).json()).currentWeekData.length;
    const pause = () => new Promise((done) => setTimeout(done, 20));
    const calls = site.upstream.requests.length;
    site.advance(HOUR_MS);
    // The refresh runs in the background.
    for (; site.upstream.requests.length === calls; await pause()) expect(await rows()).toBe(2);
    for (let round = 0; round < 50; round += 1) {
      expect(await rows()).toBe(2);
      await pause();
    }
    expect(site.upstream.requests).toHaveLength(calls + 1);
    site.advance(HOUR_MS);
    while ((await rows()) !== 0) await pause();
  });

  test('"no key set": 503 with apiKeyConfigured false, stored copy or not', async () => {
    const without = await anApi();
    const response = await fetch(`${without.url}/api/weekly-egg-report`);
    expect([response.status, await response.json()]).toMatchObject([503, { apiKeyConfigured: false }]);
    await without.close();
  });
});
