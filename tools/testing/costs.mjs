// What the tests cost in processor seconds, and whether that is within tests/budget.json.
import { readFileSync } from 'node:fs';
import { slownessOf } from './yardstick.mjs';

const MOST_EXPENSIVE = 20;
/** How far the total may be over the budget. */
const TOLERANCE = 0.1;

/** The most expensive tests. A test file of Jest counts as one test. */
export function printCosts({ costs, samples }) {
  if (costs.length === 0) return;
  const total = costs.reduce((sum, { seconds }) => sum + seconds, 0);
  const sorted = costs.toSorted((one, other) => other.seconds - one.seconds).slice(0, MOST_EXPENSIVE);
  console.log(`\n== the ${sorted.length} most expensive tests, in processor seconds`);
  for (const { name, seconds } of sorted) console.log(`${seconds.toFixed(1).padStart(7)}  ${name}`);
  const slowness = slownessOf(samples);
  console.log(
    `${total.toFixed(0).padStart(7)}  all ${costs.length}; this machine was ${slowness.toFixed(2)} times as slow as the reference: ${(total / slowness).toFixed(0)} there`,
  );
}

/** Checks the total of everything that `npm test` runs. */
export function checkBudget(tally) {
  const start = performance.now();
  const { processorSeconds } = JSON.parse(readFileSync('tests/budget.json', 'utf8'));
  const used = tally.costs.reduce((sum, { seconds }) => sum + seconds, 0) / slownessOf(tally.samples);
  const isWithin = used <= processorSeconds * (1 + TOLERANCE);
  const advice = isWithin ? '' : ': make the tests above cheaper, or raise the budget in tests/budget.json and say why';
  console.log(
    `\nThe tests used ${used.toFixed(0)} processor seconds of the reference machine; the budget is ${processorSeconds}${advice}.`,
  );
  tally.addCheck('budget', isWithin, start);
}
