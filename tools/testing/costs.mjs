// What the tests cost in processor seconds, and whether that is within tests/budget.json.
import { readFileSync } from 'node:fs';
import { machineSeconds } from './processor-time.mjs';
import { slownessOf } from './yardstick.mjs';

const MAX_LISTED = 20;
/** How far the total may be over the budget. */
const TOLERANCE = 0.1;
/**
 * What others may use beside the tests, as a share of what the tests use; about a quarter of it is npm, Nx and the test runners
 * themselves. Beyond that the tests wait longer, draw more frames meanwhile, and share caches: they cost half as much again, and
 * the yardstick does not show it.
 */
const MAX_OTHERS = 0.6;

/** The most expensive tests. A test file of Jest counts as one test. */
export function printCosts({ costs, samples }) {
  if (costs.length === 0) return;
  const total = costs.reduce((sum, { seconds }) => sum + seconds, 0);
  const sorted = costs.toSorted((one, other) => other.seconds - one.seconds).slice(0, MAX_LISTED);
  console.log(`\n== the ${sorted.length} most expensive tests, in processor seconds`);
  for (const { name, seconds } of sorted) console.log(`${seconds.toFixed(1).padStart(7)}  ${name}`);
  const slowness = slownessOf(samples);
  console.log(
    `${total.toFixed(0).padStart(7)}  all ${costs.length}; this machine was ${slowness.toFixed(2)} times as slow as the reference: ${(total / slowness).toFixed(0)} there`,
  );
}

/**
 * Checks the total of everything that `npm test` runs, unless the machine was busy with something else.
 * @param machineBefore `machineSeconds()` when the tests began
 */
export function checkBudget(tally, machineBefore) {
  const start = performance.now();
  const { processorSeconds } = JSON.parse(readFileSync('tests/budget.json', 'utf8'));
  const counted = tally.costs.reduce((sum, { seconds }) => sum + seconds, 0);
  const others = machineSeconds() - machineBefore - counted;
  if (others > MAX_OTHERS * counted) {
    console.log(
      `\nThe machine spent ${others.toFixed(0)} processor seconds on other things meanwhile: the budget is not checked.`,
    );
    return;
  }
  const used = counted / slownessOf(tally.samples);
  const isWithin = used <= processorSeconds * (1 + TOLERANCE);
  const advice = isWithin ? '' : ': make the tests above cheaper, or raise the budget in tests/budget.json and say why';
  console.log(
    `\nThe tests used ${used.toFixed(0)} processor seconds of the reference machine; the budget is ${processorSeconds}${advice}.`,
  );
  tally.addCheck('budget', isWithin, start);
}
