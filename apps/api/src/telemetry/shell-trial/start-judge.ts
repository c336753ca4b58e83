import { rateAt } from '../canary-judge.ts';

/** Documents of a shell, and how many of them reported a page view. */
export interface Starts {
  readonly documents: number;
  readonly starts: number;
}

/** A canary's share of starts is certainly lower only if it is lower by this many standard errors. */
const SURE = 3;
/** The stable release's true share may be below the observed one by this many standard errors. */
const LIKELY = 2.1;
/** Invented documents and reports may cause a difference of up to this share. */
const MAY_DIFFER = 0.1;

/**
 * Returns true if the canary of a shell must be withdrawn because it starts for fewer visitors than the stable one. Some documents
 * never report, with any shell: those requested by bots or by visitors who leave at once. Only the difference counts.
 * @param invented documents of the canary that may have been requested to make it look broken
 */
export function startsTooRarely(canary: Starts, stable: Starts, invented: number): boolean {
  const documents = canary.documents - invented;
  if (documents <= 0 || stable.documents === 0) return false;
  // A report may come from a document that was counted elsewhere, or not at all.
  const tried = { views: documents, failures: Math.min(canary.starts, documents) };
  const others = { views: stable.documents, failures: Math.min(stable.starts, stable.documents) };
  return rateAt(tried, SURE) < rateAt(others, -LIKELY) - MAY_DIFFER;
}
