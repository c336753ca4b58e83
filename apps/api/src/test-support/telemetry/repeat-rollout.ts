import { createRandom } from '@site/sim';

/**
 * Repeats a simulated rollout.
 * @param rollout returns how many views or documents the canary had when it was withdrawn, 0 if it was not
 * @returns the share of the canaries that were withdrawn, and the largest number of views or documents until then
 */
export function repeatRollout(
  times: number,
  seed: number,
  rollout: (random: () => number) => number,
): { readonly withdrawn: number; readonly most: number } {
  const random = createRandom(seed);
  const ends = Array.from({ length: times }, () => rollout(random));
  return { withdrawn: ends.filter((end) => end > 0).length / times, most: Math.max(...ends) };
}
