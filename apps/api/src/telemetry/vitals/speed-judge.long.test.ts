import { createRandom } from '@site/sim';
import { MAX_MEASURED } from '../report-admission.ts';
import { compareSpeed, isSlower } from './speed-judge.ts';
import { SCALES } from './vital.ts';

/** Rollouts per simulation. `CANARIES=10000` is for the full campaign. */
const CANARIES = Number(process.env['CANARIES'] ?? 25);
/** Shares of the rollouts. With few of them, luck matters more. */
const [FOUND, LOST] = CANARIES < 1_000 ? [0.9, 0.04] : [0.95, 0.01];
/** Visits to the canary from one judgment to the next. */
const EVERY = 20;
const { classes } = SCALES.lcp;
/** Two networks, each with the maximum number of reports. */
const INVENTED = 2 * MAX_MEASURED;

/** Pages and kinds of devices: how often they are visited, and the median of their largest paint in ms. */
const GROUPS = [
  ['/', 5, 1],
  ['/projects', 3, 1.2],
  ['/projects/egg-prices', 2, 1.6],
  ['/projects/cameras', 1, 2],
].flatMap(([path, visits, weight]) =>
  [
    ['phone', 4, 1.8],
    ['desktop', 5, 1],
    ['tablet', 1, 1.4],
  ].map(([device, share, slowness]) => ({
    name: `${path} ${device}`,
    visits: Number(visits) * Number(share),
    median: 800 * Number(weight) * Number(slowness),
  })),
);
type Group = (typeof GROUPS)[number];
/** Each group, repeated in proportion to its visits. */
const MIX = GROUPS.flatMap((group) => Array.from({ length: group.visits }, () => group));

/**
 * Number of visits in each group to draw from: a campaign makes 900 million visits, and would take an hour if the time of each
 * were computed separately.
 */
const DRAWN = 16_384;
/** Taken from `Math` once: in the sandbox of a test, finding a global is slow. */
const { floor } = Math;
const NORMALS = (() => {
  const random = createRandom(0);
  return Float64Array.from({ length: DRAWN }, () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random()));
})();

type Drawn = ReadonlyMap<Group, Uint16Array>;

/** Classes of visits to each group: their times are log-normal, sigma 0.5. */
const drawnAt = (factor: number): Drawn =>
  new Map(
    GROUPS.map((group) => [
      group,
      Uint16Array.from(NORMALS, (normal) => classes.of(group.median * Math.exp(0.5 * normal) * factor)),
    ]),
  );
const [AS_FAST, SLOWER] = [drawnAt(1), drawnAt(1.3)];

interface Rollout {
  /** The pool that the canary's visits are drawn from; the stable release's is `AS_FAST`. */
  readonly drawn: Drawn;
  /** Share of the visits that see the canary. */
  readonly share: number;
  readonly views: number;
  /** What somebody invents for the canary and for the stable release, in ms. */
  readonly invented?: readonly [number, number];
}

type Side = Map<string, Map<number, number>>;

/** Returns the canary's visits until it was withdrawn, 0 if it was not. */
function rollout(random: () => number, { drawn, share, views, invented }: Rollout): number {
  const [canary, stable]: [Side, Side] = [new Map(), new Map()];
  const add = (side: Side, name: string, at: number) => {
    let counts = side.get(name);
    if (!counts) side.set(name, (counts = new Map()));
    counts.set(at, (counts.get(at) ?? 0) + 1);
  };
  const pick = <Item>(from: ArrayLike<Item>) => from[floor(random() * from.length)]!;
  for (const [tried, other] of Array.from({ length: invented ? INVENTED : 0 }, () => invented ?? [0, 0])) {
    add(canary, pick(MIX).name, classes.of(tried));
    add(stable, pick(MIX).name, classes.of(other));
  }
  for (let seen = 0; seen < views;) {
    const group = pick(MIX);
    const isCanary = random() < share;
    add(isCanary ? canary : stable, group.name, pick((isCanary ? drawn : AS_FAST).get(group)!));
    if (!isCanary) continue;
    seen += 1;
    if (seen % EVERY === 0 && isSlower(compareSpeed(classes, canary, stable, 1))) return seen;
  }
  return 0;
}

/** Returns the share of rollouts in which the canary was withdrawn. */
function withdrawn(seed: number, options: Rollout): number {
  const random = createRandom(seed);
  const ends = Array.from({ length: CANARIES }, () => rollout(random, options));
  return ends.filter((end) => end > 0).length / CANARIES;
}

describe.each([0.05, 0.5])('at a share of %d', (share) => {
  test(`a canary that is 30% slower is found within 500 visits in ${FOUND * 100} of 100 rollouts, even if somebody invents fast ones`, () => {
    expect(withdrawn(1, { drawn: SLOWER, share, views: 500 })).toBeGreaterThanOrEqual(FOUND);
    expect(withdrawn(2, { drawn: SLOWER, share, views: 500, invented: [0, 600_000] })).toBeGreaterThanOrEqual(FOUND);
  });

  test(`of 100 canaries that are as fast as the stable release at most ${LOST * 100} are withdrawn, even if somebody invents slow visits`, () => {
    expect(withdrawn(3, { drawn: AS_FAST, share, views: 500 })).toBeLessThanOrEqual(LOST);
    expect(withdrawn(4, { drawn: AS_FAST, share, views: 500, invented: [600_000, 0] })).toBeLessThanOrEqual(LOST);
  });
});
