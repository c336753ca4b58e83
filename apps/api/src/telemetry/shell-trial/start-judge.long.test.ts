import { createRandom } from '@site/sim';
import { startsTooRarely } from './start-judge.ts';

/** Rollouts of each simulation. `CANARIES=10000` is for the full campaign. */
const CANARIES = Number(process.env['CANARIES'] ?? 40);
/** With few rollouts, luck matters more. */
const [FOUND, LOST] = CANARIES < 1_000 ? [0.9, 0.04] : [0.95, 0.01];
/** Share of the stable shell's documents that report. */
const STABLE = 0.6;
/** Documents that two networks may have requested. */
const INVENTED = 2;

interface Rollout {
  /** Share of the canary's documents that report. */
  readonly starts: number;
  /** Documents of the canary. */
  readonly documents: number;
  readonly share?: number;
  /** Share of the canary's documents that somebody invents, and whether those report. */
  readonly invented?: { readonly share: number; readonly report: boolean };
}

/** Returns the canary's documents until it was withdrawn, 0 if it was not. It is judged after each of them. */
function rollout(random: () => number, { starts, documents, share = 0.05, invented }: Rollout): number {
  const canary = { documents: 0, starts: 0 };
  const stable = { documents: 0, starts: 0 };
  while (canary.documents < documents) {
    const isCanary = random() < share;
    const of = isCanary ? canary : stable;
    of.documents += 1;
    const isInvented = isCanary && random() < (invented?.share ?? 0);
    if (isInvented ? invented?.report : random() < (isCanary ? starts : STABLE)) of.starts += 1;
    if (isCanary && startsTooRarely(canary, stable, INVENTED)) return canary.documents;
  }
  return 0;
}

function rollouts(seed: number, options: Rollout): { readonly withdrawn: number; readonly most: number } {
  const random = createRandom(seed);
  const ends = Array.from({ length: CANARIES }, () => rollout(random, options));
  return { withdrawn: ends.filter((end) => end > 0).length / CANARIES, most: Math.max(...ends) };
}

test.each([
  [0.05, 500],
  [0.2, 500],
  // At first there is less to compare with.
  [0.5, 1_000],
])(
  'at a share of %d, a shell that starts for half as many visitors is withdrawn within %d documents in 95 of 100 rollouts, even if a tenth of the starts are invented',
  (share, documents) => {
    expect(rollouts(2, { starts: STABLE / 2, share, documents }).withdrawn).toBeGreaterThanOrEqual(FOUND);
    const invented = { share: 0.1, report: true };
    expect(rollouts(3, { starts: STABLE / 2, share, documents, invented }).withdrawn).toBeGreaterThanOrEqual(FOUND);
  },
);

test.each([0.05, 0.2, 0.5, 0.95])(
  'at a share of %d, at most 1 of 100 shells that start as often as the stable one is withdrawn within 2,000 documents, even if a tenth are requested without a visitor',
  (share) => {
    expect(rollouts(4, { starts: STABLE, share, documents: 2_000 }).withdrawn).toBeLessThanOrEqual(LOST);
    const invented = { share: 0.1, report: false };
    expect(rollouts(5, { starts: STABLE, share, documents: 2_000, invented }).withdrawn).toBeLessThanOrEqual(LOST);
  },
);
