import type { LoadPhase, PageOutcome } from '@site/contracts';

/**
 * Outcome of a view in which a release failed. A page that was shown has already been counted: if it breaks afterward, that is an error in
 * the same view, even if another release takes over.
 */
export function outcomeOf({ phase, served }: { phase: LoadPhase; served: string | null }): Exclude<PageOutcome, 'shown'> {
  if (phase === 'ready') return 'error';
  return served === null ? 'failed' : 'replaced';
}
