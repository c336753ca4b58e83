import { rollouts, STABLE } from '../../test-support/telemetry/shell-rollout.ts';

/** Rollouts per simulation. `CANARIES=10000` is for the full campaign. */
const CANARIES = Number(process.env['CANARIES'] ?? 40);
/** Shares of the rollouts. With few of them, luck matters more. */
const [FOUND, LOST] = CANARIES < 1_000 ? [0.9, 0.04] : [0.95, 0.01];

test.each([
  [0.05, 500],
  [0.2, 500],
  // At first there is less to compare with.
  [0.5, 1_000],
])(
  `at a share of %d, a shell that starts for half as many visitors is withdrawn within %d documents in ${FOUND * 100} of 100 rollouts, even if a tenth of the starts are invented`,
  (share, documents) => {
    expect(rollouts(CANARIES, 2, { starts: STABLE / 2, share, documents }).withdrawn).toBeGreaterThanOrEqual(FOUND);
    const invented = { share: 0.1, report: true };
    expect(rollouts(CANARIES, 3, { starts: STABLE / 2, share, documents, invented }).withdrawn).toBeGreaterThanOrEqual(FOUND);
  },
);

test.each([0.05, 0.2, 0.5, 0.95])(
  `at a share of %d, of 100 shells that start as often as the stable one at most ${LOST * 100} are withdrawn within 2,000 documents, even if a tenth are requested without a visitor`,
  (share) => {
    expect(rollouts(CANARIES, 4, { starts: STABLE, share, documents: 2_000 }).withdrawn).toBeLessThanOrEqual(LOST);
    const invented = { share: 0.1, report: false };
    expect(rollouts(CANARIES, 5, { starts: STABLE, share, documents: 2_000, invented }).withdrawn).toBeLessThanOrEqual(LOST);
  },
);
