import type { UsdaSource } from '../config/config.ts';

/** The source of the reports, decided at startup. */
export class UsdaConnection {
  /** How USDA responded to the key in this process's last request. */
  keyState: 'unknown' | 'accepted' | 'refused' = 'unknown';

  constructor(
    readonly source: UsdaSource,
    /** Address of the reports endpoint, without a trailing slash. */
    readonly baseUrl: string,
    readonly apiKey: string | null,
    /** Maximum time that a visitor waits if nothing is stored. */
    readonly visitorWaitMs = 8_000,
    /** Maximum duration of a refresh, which continues when nobody is waiting anymore: USDA may take 40 to 120 s. */
    readonly refreshDeadlineMs = 120_000,
    /** How long after the first response the past year is requested: visitors during a cold start come first. */
    readonly backfillDelayMs = source === 'sample' ? 0 : 30_000,
  ) {}
}
