/** Words of a lead. `up`, `down` and `flat` mark changes in a price. */
export interface LeadWords {
  readonly text: string;
  readonly look?: 'figure' | 'strong' | 'up' | 'down' | 'flat';
}

interface LeadTick {
  readonly label: string;
  /** For a price, px from the top; for a week, percent from the left. */
  readonly at: number;
}

/** The size of a lead's chart: its paths are stretched to the width of the page. */
export const LEAD_CHART = { width: 1_000, height: 210 } as const;

/** A line over weeks with its range, drawn in a box the size of `LEAD_CHART`. */
export interface LeadChart {
  /** What it shows, in words. */
  readonly label: string;
  readonly line: string;
  readonly band: string;
  readonly prices: readonly LeadTick[];
  readonly weeks: readonly LeadTick[];
}

/** What a remote's page says first, as far as the server knows it: it is in the document, so visitors read it before any code arrives. */
export interface PageLead {
  /** Path of the page. */
  readonly path: string;
  readonly kicker: string;
  /** Follows the kicker as a warning; empty for none. */
  readonly caution: string;
  /** The words of one sentence, by line. */
  readonly words: readonly (readonly LeadWords[])[];
  readonly chart: LeadChart | null;
}
