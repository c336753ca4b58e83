import { resolve } from 'node:path';
import { build } from 'vite';
import { runCampaign } from '../support/engines/replay-campaign.ts';
import { expect, test } from '../support/engines/test.ts';
import { WORKSPACE } from '../support/site.ts';

/** REPLAY_RUNS=1000 is the full campaign. */
const RUNS = Number(process.env['REPLAY_RUNS'] ?? 40);
/** Few enough not to block the page for long in any engine. */
const BATCH = 20;

/** The campaign as one expression that a page evaluates to its exports. */
async function campaignScript(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    root: WORKSPACE,
    resolve: { conditions: ['@site/source'] },
    build: {
      write: false,
      minify: false,
      lib: {
        entry: resolve(WORKSPACE, 'tests/support/engines/replay-campaign.ts'),
        formats: ['iife'],
        name: 'campaign',
      },
    },
  });
  const [first] = Array.isArray(built) ? built : [built];
  const chunk = first && 'output' in first ? first.output[0] : undefined;
  return `(() => { ${chunk?.code ?? ''}; return campaign; })()`;
}

test('random games and tilted balls end identically in every engine, to the last bit', async ({ enginePage, site }) => {
  await enginePage.open(`${site.url}/contact`);
  const script = await campaignScript();
  const seen = new Set<number>();
  for (let first = 1; first <= RUNS; first += BATCH) {
    const count = Math.min(BATCH, RUNS - first + 1);
    const there = await enginePage.evaluate(`${script}.runCampaign(${first}, ${count})`);
    const here = runCampaign(first, count);
    expect(there, `runs ${first} to ${first + count - 1} in ${enginePage.engine} and in Node`).toEqual(here);
    for (const hash of here.flat()) seen.add(hash);
  }
  // Runs in which nothing happens would also end identically.
  expect(seen.size).toBeGreaterThan(1.9 * RUNS);
  console.log(`${enginePage.engine}: ${RUNS} games and ${RUNS} simulations of balls ended as in Node`);
});
