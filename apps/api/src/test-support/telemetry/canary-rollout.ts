import { mustWithdraw } from '../../telemetry/canary-judge.ts';
import { repeatRollout } from './repeat-rollout.ts';

/** Networks whose failures are not judged: see report-admission.ts. */
const DISHONEST_NETWORKS = 2;

interface Rollout {
  readonly rate: number;
  readonly stableRate?: number;
  readonly share?: number;
  /** Views of the canary. */
  readonly views: number;
  /** Views of the canary that somebody fakes to hide failures. */
  readonly invented?: number;
  /** Two networks have sent as many failures as they may before anybody else failed. */
  readonly isAttacked?: boolean;
}

/** Each failure comes from a different network; returns the canary's views until it was withdrawn, 0 if it was not. */
export function rollout(random: () => number, options: Rollout): number {
  const { rate, stableRate = 0.005, share = 0.05, views, invented = 0, isAttacked = false } = options;
  const canary = { views: invented, failures: 0, judged: isAttacked ? 0 : -DISHONEST_NETWORKS };
  const stable = { views: 0, failures: 0, judged: -DISHONEST_NETWORKS };
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

export const rollouts = (times: number, seed: number, options: Rollout) =>
  repeatRollout(times, seed, (random) => rollout(random, options));
