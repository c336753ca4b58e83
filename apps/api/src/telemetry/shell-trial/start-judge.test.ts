import { createRandom } from '@site/sim';
import { startsTooRarely } from './start-judge.ts';

/** Rollouts of each simulation. */
const CANARIES = 40;
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

test('a shell that never starts is always withdrawn, after at most 25 documents', () => {
  const { withdrawn, most } = rollouts(1, { starts: 0, documents: 200 });
  expect(withdrawn).toBe(1);
  expect(most).toBeLessThanOrEqual(25);
});

test('without documents of the stable shell there is nothing to compare with', () => {
  expect(startsTooRarely({ documents: 500, starts: 0 }, { documents: 0, starts: 0 }, INVENTED)).toBe(false);
  // Control: with some, it is withdrawn.
  expect(startsTooRarely({ documents: 500, starts: 0 }, { documents: 20, starts: 12 }, INVENTED)).toBe(true);
});
