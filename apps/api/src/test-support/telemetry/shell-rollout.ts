import { startsTooRarely } from '../../telemetry/shell-trial/start-judge.ts';
import { repeatRollout } from './repeat-rollout.ts';

/** Share of the stable shell's documents that report. */
export const STABLE = 0.6;
/** Documents that two networks may have requested. */
export const INVENTED = 2;

interface Rollout {
  /** Share of the canary's documents that report. */
  readonly starts: number;
  /** Documents of the canary. */
  readonly documents: number;
  readonly share?: number;
  /** Share of the canary's documents that somebody fakes, and whether those report. */
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

export const rollouts = (times: number, seed: number, options: Rollout) =>
  repeatRollout(times, seed, (random) => rollout(random, options));
