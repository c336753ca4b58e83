import { INVENTED, rollouts } from '../../test-support/telemetry/shell-rollout.ts';
import { startsTooRarely } from './start-judge.ts';

/** Rollouts per simulation. */
const CANARIES = 40;

test('a shell that never starts is always withdrawn, after at most 25 documents', () => {
  const { withdrawn, most } = rollouts(CANARIES, 1, { starts: 0, documents: 200 });
  expect(withdrawn).toBe(1);
  expect(most).toBeLessThanOrEqual(25);
});

test('without documents of the stable shell there is nothing to compare with', () => {
  expect(startsTooRarely({ documents: 500, starts: 0 }, { documents: 0, starts: 0 }, INVENTED)).toBe(false);
  // Control: with some, it is withdrawn.
  expect(startsTooRarely({ documents: 500, starts: 0 }, { documents: 20, starts: 12 }, INVENTED)).toBe(true);
});
