import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { Clock } from '../../clock.ts';
import { browserFamily } from '../../browser-family.ts';
import { CountBatch } from '../../count-batch.ts';
import { DailyTally } from '../../daily-tally.ts';
import { LOGGER } from '../../http/logger.ts';
import { isPrivateNetwork } from '../../rate-limit/client-address.ts';
import type { BrowserReport } from './browser-report.ts';
import { BrowserReportsRepository, MAX_COUNTS, type BrowserReportCount } from './browser-reports.repository.ts';
import { ReportedSet } from './reported-set.ts';

export const DAY_MS = 86_400_000;
/** Distinct rows per day; further ones are counted together, by kind. Anyone can send reports, and so invent rows. */
export const MAX_ROWS = 500;
/** Stands for everything beyond the limit. */
export const OTHER = 'other';
/** Reports that one network may add in a day: to the same row, and in total. */
const MAX_SAME = 5;
const MAX_PER_NETWORK = 100;

export interface Reporter {
  /** The document's set of releases, as its headers name it. */
  readonly set: string;
  readonly network: string;
  /** From the request; reports in the older format do not have their own. */
  readonly userAgent: string;
}

const keyOf = ({ kind, app, release, path, browser, what }: Omit<BrowserReportCount, 'reports'>): string =>
  [kind, app, release, path, browser, what].join(' ');

/** Counts browsers' reports by day, release, page and browser. */
@Injectable()
export class BrowserReportsService extends CountBatch<BrowserReportCount> {
  private readonly tally: DailyTally;
  /** The day's rows. */
  private rows: { readonly day: number; readonly names: Promise<Set<string>> } | undefined;

  constructor(
    private readonly repository: BrowserReportsRepository,
    private readonly sets: ReportedSet,
    @Inject(Clock) private readonly clock: Pick<Clock, 'now'>,
    @Inject(LOGGER) logger: Pick<Logger, 'warn'>,
  ) {
    super(
      MAX_COUNTS,
      (known, row) => ({ ...row, reports: known.reports + row.reports }),
      (counts) => repository.add(counts),
      (rows, error) => logger.warn({ event: 'browser-reports-lost', rows, error: String(error) }),
    );
    this.tally = new DailyTally(clock);
  }

  async count(reports: readonly BrowserReport[], { set, network, userAgent }: Reporter): Promise<void> {
    for (const report of reports) {
      const { app, release, path } = await this.sets.attribute(report, set);
      const day = Math.floor(this.clock.now().getTime() / DAY_MS);
      const browser = browserFamily(report.userAgent ?? userAgent);
      const row = { day, kind: report.kind, app, release, path, what: report.what, browser };
      if (!this.mayAdd(network, keyOf(row))) continue;
      const counted = (await this.hasRoom(day, keyOf(row)))
        ? row
        : { ...row, app: OTHER, release: OTHER, path: OTHER, what: OTHER, browser: OTHER };
      this.add([day, keyOf(counted)], { ...counted, reports: 1 });
    }
  }

  /** Nobody outside can send from a private network, and all visitors to a small site may be in one. */
  private mayAdd(network: string, key: string): boolean {
    if (isPrivateNetwork(network)) return true;
    return this.tally.take(network) <= MAX_PER_NETWORK && this.tally.take(`${network} ${key}`) <= MAX_SAME;
  }

  /** Rows from before a restart, or from another process, are read once a day. */
  private async hasRoom(day: number, key: string): Promise<boolean> {
    if (this.rows?.day !== day) {
      const names = this.repository.since(day).then((counts) => new Set(counts.map(keyOf)));
      this.rows = { day, names };
      names.catch(() => {
        this.rows = undefined;
      });
    }
    const names = await this.rows.names;
    if (!names.has(key) && names.size >= MAX_ROWS) return false;
    names.add(key);
    return true;
  }
}
