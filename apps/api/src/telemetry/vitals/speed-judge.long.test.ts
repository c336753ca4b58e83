import { createRandom } from '@site/sim';
import { MAX_MEASURED } from '../report-admission.ts';
import { compareSpeed, isSlower } from './speed-judge.ts';
import { SCALES } from './vital.ts';

/** Rollouts of each simulation. `CANARIES=10000` is the campaign. */
const CANARIES = Number(process.env['CANARIES'] ?? 25);
/** With few rollouts, luck decides more. */
const [FOUND, LOST] = CANARIES < 1_000 ? [0.9, 0.04] : [0.95, 0.01];
/** The canary is judged after every so many of its visits. */
const EVERY = 20;
const { classes } = SCALES.lcp;
/** Two networks, each with as many reports as one may send. */
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
const ALL = GROUPS.reduce((sum, { visits }) => sum + visits, 0);

interface Rollout {
  /** How much slower the canary is: 1.3 is 30 %. */
  readonly factor: number;
  /** Part of the visits that see the canary. */
  readonly share: number;
  readonly views: number;
  /** What somebody invents for the canary and for the stable release, in ms. */
  readonly invented?: readonly [number, number];
}

type Side = Map<string, Map<number, number>>;

/** Returns the canary's visits until it was withdrawn, 0 if it was not. Times of one page and device are log-normal, sigma 0.5. */
function rollout(random: () => number, { factor, share, views, invented }: Rollout): number {
  const [canary, stable]: [Side, Side] = [new Map(), new Map()];
  const add = (side: Side, name: string, ms: number) => {
    const counts = side.get(name) ?? new Map<number, number>();
    side.set(name, counts.set(classes.of(ms), (counts.get(classes.of(ms)) ?? 0) + 1));
  };
  const pick = () => {
    let at = random() * ALL;
    return GROUPS.find(({ visits }) => (at -= visits) < 0) ?? GROUPS[0]!;
  };
  for (const [tried, other] of Array.from({ length: invented ? INVENTED : 0 }, () => invented ?? [0, 0])) {
    add(canary, pick().name, tried);
    add(stable, pick().name, other);
  }
  for (let seen = 0; seen < views;) {
    const { name, median } = pick();
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    const isCanary = random() < share;
    add(isCanary ? canary : stable, name, median * Math.exp(0.5 * normal) * (isCanary ? factor : 1));
    if (!isCanary) continue;
    seen += 1;
    if (seen % EVERY === 0 && isSlower(compareSpeed(classes, canary, stable, 1))) return seen;
  }
  return 0;
}

function withdrawn(seed: number, options: Rollout): number {
  const random = createRandom(seed);
  return Array.from({ length: CANARIES }, () => rollout(random, options)).filter((end) => end > 0).length / CANARIES;
}

describe.each([0.05, 0.5])('at a share of %d', (share) => {
  test('a canary that is 30 % slower is found within 500 visits in 95 of 100 rollouts, also if somebody invents fast ones', () => {
    expect(withdrawn(1, { factor: 1.3, share, views: 500 })).toBeGreaterThanOrEqual(FOUND);
    expect(withdrawn(2, { factor: 1.3, share, views: 500, invented: [0, 600_000] })).toBeGreaterThanOrEqual(FOUND);
  });

  test('at most 1 of 100 canaries that are as fast as the stable release is withdrawn, also if somebody invents slow visits', () => {
    expect(withdrawn(3, { factor: 1, share, views: 500 })).toBeLessThanOrEqual(LOST);
    expect(withdrawn(4, { factor: 1, share, views: 500, invented: [600_000, 0] })).toBeLessThanOrEqual(LOST);
  });
});
