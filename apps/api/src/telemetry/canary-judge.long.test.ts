import { createRandom } from '@site/sim';
import { mustWithdraw } from './canary-judge.ts';

/** Rollouts of each simulation. `CANARIES=10000` is for the full campaign. */
const CANARIES = Number(process.env['CANARIES'] ?? 100);
/** With few rollouts, luck matters more. */
const [FOUND, LOST] = CANARIES < 1_000 ? [0.9, 0.04] : [0.95, 0.01];

/** Networks whose failures are not judged: see report-admission.ts. */
const INVENTING = 2;

interface Rollout {
  readonly rate: number;
  readonly stableRate?: number;
  readonly share?: number;
  /** Views of the canary. */
  readonly views: number;
  /** Views of the canary that somebody invents, to hide failures. */
  readonly invented?: number;
  /** Two networks have sent as many failures as they may before anybody else failed. */
  readonly isAttacked?: boolean;
}

/** Each failure comes from a different network; returns the canary's views until it was withdrawn, 0 if it was not. */
function rollout(random: () => number, options: Rollout): number {
  const { rate, stableRate = 0.005, share = 0.05, views, invented = 0, isAttacked = false } = options;
  const canary = { views: invented, failures: 0, judged: isAttacked ? 0 : -INVENTING };
  const stable = { views: 0, failures: 0, judged: -INVENTING };
  for (let seen = 0; seen < views;) {
    const isCanary = random() < share;
    const of = isCanary ? canary : stable;
    of.views += 1;
    const hasFailed = random() < (isCanary ? rate : stableRate);
    if (hasFailed) of.judged += 1;
    if (!isCanary) continue;
    seen += 1;
    // A view that succeeds never ends a canary.
    if (hasFailed && mustWithdraw(canary, { ...stable, judged: Math.max(0, stable.judged) }, 0.02)) return seen;
  }
  return 0;
}

function rollouts(seed: number, options: Rollout): { readonly withdrawn: number; readonly most: number } {
  const random = createRandom(seed);
  const ends = Array.from({ length: CANARIES }, () => rollout(random, options));
  return { withdrawn: ends.filter((end) => end > 0).length / CANARIES, most: Math.max(...ends) };
}

test.each([0.05, 0.2])(
  'at a share of %d, a release that fails in 5 %% of its views is withdrawn within 500 of them in 95 of 100 rollouts, even if a tenth are invented',
  (share) => {
    expect(rollouts(3, { rate: 0.05, share, views: 500 }).withdrawn).toBeGreaterThanOrEqual(FOUND);
    expect(rollouts(4, { rate: 0.05, share, views: 450, invented: 50 }).withdrawn).toBeGreaterThanOrEqual(FOUND);
  },
);

test.each([0.05, 0.2, 0.5])(
  'at a share of %d, at most 1 of 100 releases that are as good as the stable one is withdrawn within 2,000 views, even under attack',
  (share) => {
    expect(rollouts(5, { rate: 0.005, share, views: 2_000 }).withdrawn).toBeLessThanOrEqual(LOST);
    expect(rollouts(6, { rate: 0.005, share, views: 2_000, isAttacked: true }).withdrawn).toBeLessThanOrEqual(LOST);
  },
);

test('if the stable release fails as often, in 30 % of the views, hardly any canary is blamed for it', () => {
  expect(rollouts(7, { rate: 0.3, stableRate: 0.3, share: 0.5, views: 500 }).withdrawn).toBeLessThanOrEqual(0.05);
});
