import { aFaultUpstream, sendsHtml, sendsJson } from '../test-support/a-fault-upstream.ts';
import { aMarsRow, anEnvelope } from '../test-support/a-mars-row.ts';
import { CallBudget, MAX_CALLS, MAX_OPENED_CALLS, type CallPurpose } from './call-budget.ts';
import { UsdaConnection } from './usda-connection.ts';
import { UsdaClient } from './usda.client.ts';

const spent = (afterSeconds: number) => ({
  code: 'USDA_BUDGET_SPENT',
  problem: { status: 503 },
  retryAfterSeconds: afterSeconds,
  headers: { 'Retry-After': String(afterSeconds) },
});

/** What `take` throws, or null. */
function refusal(budget: CallBudget, nowMs: number, purpose: CallPurpose = 'own'): unknown {
  try {
    budget.take(nowMs, purpose);
    return null;
  } catch (error) {
    return error;
  }
}

test('allows sixty calls in any minute, and says when the next one is allowed', () => {
  const budget = new CallBudget();
  const refused = Array.from({ length: MAX_CALLS }, (_, index) => refusal(budget, index * 100)).filter((error) => error !== null);
  expect(refused).toEqual([]);
  expect(refusal(budget, 6_000)).toMatchObject(spent(54));
  // A refused call does not count.
  expect(refusal(budget, 59_999)).toMatchObject(spent(1));
  expect(refusal(budget, 60_000)).toBeNull();
  expect(refusal(budget, 60_000)).toMatchObject(spent(1));
});

test('allows opened reports forty of them, and says when the next one is allowed; the rest is left to the site’s own prices', () => {
  const budget = new CallBudget();
  for (let index = 0; index < MAX_OPENED_CALLS; index += 1) expect(refusal(budget, 1_000, 'opened')).toBeNull();
  expect(refusal(budget, 2_000, 'opened')).toMatchObject(spent(59));
  for (let index = MAX_OPENED_CALLS; index < MAX_CALLS; index += 1) expect(refusal(budget, 2_000)).toBeNull();
  expect(refusal(budget, 2_000)).toMatchObject(spent(59));
  expect(refusal(budget, 61_000, 'opened')).toBeNull();
});

test('allows opened reports no more than the site’s own prices have left', () => {
  const budget = new CallBudget();
  for (let index = 1; index < MAX_CALLS; index += 1) expect(refusal(budget, 0)).toBeNull();
  expect(refusal(budget, 1_000, 'opened')).toBeNull();
  expect(refusal(budget, 1_000, 'opened')).toMatchObject(spent(59));
});

test('every call by a client counts, including retries, and none is sent beyond the budget', async () => {
  const upstream = await aFaultUpstream(sendsHtml(503), sendsJson(anEnvelope([aMarsRow()])));
  const client = new UsdaClient(new UsdaConnection('live', upstream.baseUrl, 'key'));
  const signal = new AbortController().signal;
  for (let call = 0; call < MAX_CALLS - 1; call += 1) await client.fetchPriceRows(2757, 2, signal);
  expect(upstream.requests).toHaveLength(MAX_CALLS);
  await expect(client.fetchReportList(signal)).rejects.toMatchObject({ code: 'USDA_BUDGET_SPENT', problem: { status: 503 } });
  expect(upstream.requests).toHaveLength(MAX_CALLS);
});

test('a call whose deadline has passed is not sent and does not count', async () => {
  const upstream = await aFaultUpstream(sendsJson(anEnvelope([aMarsRow()])));
  const client = new UsdaClient(new UsdaConnection('live', upstream.baseUrl, 'key'));
  for (let call = 0; call <= MAX_CALLS; call += 1) {
    await expect(client.fetchPriceRows(2757, 2, AbortSignal.abort())).rejects.toMatchObject({ code: 'USDA_TIMEOUT' });
  }
  expect(await client.fetchPriceRows(2757, 2, new AbortController().signal)).toHaveLength(1);
  expect(upstream.requests).toHaveLength(1);
});
