import { rollouts } from '../test-support/telemetry/canary-rollout.ts';

/** Rollouts per simulation. `CANARIES=10000` is for the full campaign. */
const CANARIES = Number(process.env['CANARIES'] ?? 100);
/** Shares of the rollouts. With few of them, luck matters more. */
const [FOUND, LOST] = CANARIES < 1_000 ? [0.9, 0.04] : [0.95, 0.01];

test.each([0.05, 0.2])(
  `at a share of %d, a release that fails in 5%% of its views is withdrawn within 500 of them in ${FOUND * 100} of 100 rollouts, even if a tenth are invented`,
  (share) => {
    expect(rollouts(CANARIES, 3, { rate: 0.05, share, views: 500 }).withdrawn).toBeGreaterThanOrEqual(FOUND);
    expect(rollouts(CANARIES, 4, { rate: 0.05, share, views: 450, invented: 50 }).withdrawn).toBeGreaterThanOrEqual(FOUND);
  },
);

test.each([0.05, 0.2, 0.5])(
  `at a share of %d, of 100 releases that are as good as the stable one at most ${LOST * 100} are withdrawn within 2,000 views, even under attack`,
  (share) => {
    expect(rollouts(CANARIES, 5, { rate: 0.005, share, views: 2_000 }).withdrawn).toBeLessThanOrEqual(LOST);
    expect(rollouts(CANARIES, 6, { rate: 0.005, share, views: 2_000, isAttacked: true }).withdrawn).toBeLessThanOrEqual(LOST);
  },
);

test('if the stable release fails as often, in 30% of the views, hardly any canary is blamed for it', () => {
  expect(rollouts(CANARIES, 7, { rate: 0.3, stableRate: 0.3, share: 0.5, views: 500 }).withdrawn).toBeLessThanOrEqual(0.05);
});
