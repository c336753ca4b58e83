// How fast this machine is while the tests run, measured by a fixed piece of work.

/** Processor milliseconds of one sample on the machine on which tests/budget.json was measured. */
const REFERENCE_MS = 10;
const SAMPLES_AT_START = 5;

/** Text, objects and numbers in about equal parts, because a machine may be slow at one of them alone. */
function work() {
  const rows = Array.from({ length: 1_500 }, (_, index) => ({
    name: `${(index * 7_919) % 1_500} of ${index % 7}`,
    price: index / 7,
  }));
  const text = JSON.stringify(rows.toSorted((one, other) => (one.name < other.name ? -1 : 1)));
  const groups = new Map();
  for (const { name, price } of JSON.parse(text)) groups.set(name.slice(-1), (groups.get(name.slice(-1)) ?? 0) + price);
  const field = new Float64Array(60_000);
  for (let turn = 0; turn < 4; turn += 1)
    for (let at = 1; at < field.length; at += 1) field[at] = Math.sin(field[at - 1] + at) * 0.5 + field[at] * 0.25;
  return groups.size + field[field.length - 1];
}

function sample() {
  const before = process.cpuUsage();
  if (!(work() > 0)) throw new Error('the yardstick computed nothing');
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e3;
}

/**
 * A test costs more processor seconds on a slower machine, and also on the same machine beside busy neighbors: they share caches and
 * the two threads of a core. So the work is repeated throughout the run, once after each test or test file.
 */
export class Yardstick {
  /** Processor milliseconds of each repetition. */
  samples = [];

  constructor() {
    // The first runs are interpreted.
    for (let turn = 0; turn < SAMPLES_AT_START; turn += 1) sample();
    this.measure();
  }

  measure() {
    this.samples.push(sample());
  }
}

/** The sample below which this share of all samples lies. */
const quantileOf = (samples, share) => samples.toSorted((one, other) => one - other)[Math.floor(samples.length * share)];

/** How many times slower than the reference machine this one was: what the costs of the run are divided by. */
export const slownessOf = (samples) => quantileOf(samples, 0.5) / REFERENCE_MS;

/** How many times slower than its median the machine was in a tenth of the samples: one median cannot stand for a machine that varies. */
export const spreadOf = (samples) => quantileOf(samples, 0.9) / quantileOf(samples, 0.5);
