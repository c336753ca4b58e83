import type { ServerResponse } from 'node:http';
import { sendsJson, type Answer } from './a-fault-upstream.ts';
import { aMarsRow, anEnvelope } from './a-mars-row.ts';
import { aUsdaSite } from './a-usda-site.ts';

export const good = sendsJson(anEnvelope([aMarsRow(), aMarsRow({ region: 'Midwest' })]));

/** A site whose USDA sends a good weekly report until a test changes its answer. */
export async function aFailingUsdaSite() {
  /** What USDA sends, and its responses so far: some never end. */
  const usda: { answer: Answer; readonly begun: ServerResponse[] } = { answer: good, begun: [] };
  const site = await aUsdaSite((response, request) => {
    usda.begun.push(response);
    usda.answer(response, request);
  });
  return { ...site, usda, askForEggs: () => site.get('weekly-egg-report') };
}

export type FailingUsdaSite = Awaited<ReturnType<typeof aFailingUsdaSite>>;
