import type { UsdaSource } from '../config/config.ts';

/** Where the reports come from, decided at start. */
export class UsdaConnection {
  constructor(
    readonly source: UsdaSource,
    /** Address of the reports endpoint, without a trailing slash. */
    readonly baseUrl: string,
    readonly apiKey: string | null,
    /** Longest wait of a visitor for whom nothing is stored. */
    readonly visitorWaitMs = 8_000,
    /** Longest life of one refresh, which goes on when nobody waits any more: USDA may take 40 to 120 s. */
    readonly refreshDeadlineMs = 120_000,
    /** How long after the first answer the past year is asked for: the visitors of a cold start come first. */
    readonly backfillDelayMs = source === 'sample' ? 0 : 30_000,
  ) {}
}
