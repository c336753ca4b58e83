// What the tests cost in processor seconds, and whether that is within tests/budget.json.
import { readFileSync } from 'node:fs';
import { machineSeconds } from './processor-time.mjs';
import { slownessOf, spreadOf } from './yardstick.mjs';

const MAX_LISTED = 20;
/** How far the total may be over the budget. */
const TOLERANCE = 0.1;
/**
 * What other processes may use, as a share of what the tests use; about a quarter of it is npm, Nx and the test runners
 * themselves. Beyond that the tests wait longer, draw more frames meanwhile, and share caches: they cost half again as much, and
 * the yardstick does not show it.
 */
const MAX_OTHERS = 0.6;
/** Maximum share of the processors' time that the host of a virtual machine may give to others. */
const MAX_STOLEN = 0.05;
/** How much slower than its median the machine may be in a tenth of the yardstick's samples. */
const MAX_SPREAD = 1.3;

/** The most expensive tests. A test file of Jest counts as one test. */
export function printCosts({ costs, samples }) {
  if (costs.length === 0) return;
  const total = costs.reduce((sum, { seconds }) => sum + seconds, 0);
  const sorted = costs.toSorted((one, other) => other.seconds - one.seconds).slice(0, MAX_LISTED);
  console.log(`\n== the ${sorted.length} most expensive tests, in processor seconds`);
  for (const { name, seconds } of sorted) console.log(`${seconds.toFixed(1).padStart(7)}  ${name}`);
  const slowness = slownessOf(samples);
  console.log(
    `${total.toFixed(0).padStart(7)}  all ${costs.length}; this machine was ${slowness.toFixed(2)} times as slow as the reference: ${(total / slowness).toFixed(0)} on the reference machine`,
  );
}

/** @returns why the costs of this run are not reliable; undefined if they are */
function whyUnsure(counted, samples, machineBefore) {
  const { worked, stolen } = machineSeconds();
  const all = { worked: worked - machineBefore.worked, stolen: stolen - machineBefore.stolen };
  const others = all.worked - counted;
  if (others > MAX_OTHERS * counted) return `the machine spent ${others.toFixed(0)} processor seconds on other things meanwhile`;
  const share = all.stolen / (all.worked + all.stolen);
  if (share > MAX_STOLEN)
    return `the host of this virtual machine gave ${(100 * share).toFixed(0)}% of its processors' time to others`;
  const spread = spreadOf(samples);
  if (spread > MAX_SPREAD)
    return `a tenth of the yardstick's samples took ${spread.toFixed(2)} times as long as their median, or longer`;
  return undefined;
}

/**
 * Checks the total of everything that `npm test` runs, unless the machine was busy or shared.
 * @param machineBefore `machineSeconds()` when the tests began
 */
export function checkBudget(tally, machineBefore) {
  const start = performance.now();
  const { processorSeconds } = JSON.parse(readFileSync('tests/budget.json', 'utf8'));
  const counted = tally.costs.reduce((sum, { seconds }) => sum + seconds, 0);
  const reason = whyUnsure(counted, tally.samples, machineBefore);
  if (reason) {
    console.log(`\nThe budget is not checked: ${reason}.`);
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
