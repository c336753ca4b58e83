import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Logger } from 'pino';
import type { PageReport } from '@site/contracts';
import { Clock } from '../clock.ts';
import { LOGGER } from '../http/logger.ts';
import { loadClassOf } from './load-times.ts';
import { ReportAdmission } from './report-admission.ts';
import { MAX_COUNTS, type ViewCount } from './telemetry.repository.ts';
import { ViewCountStore } from './view-count-store.ts';

const HOUR_MS = 3_600_000;
/** Reports are written in batches, so that many visitors cause few writes. */
const WRITE_EVERY_MS = 500;

/** PostgreSQL rejects NUL, and other control characters do not belong in a log. */
// oxlint-disable-next-line no-control-regex -- control characters are what it matches
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f]/g;

/** Counts the outcomes of page views by release, and has trials judged by them. */
@Injectable()
export class TelemetryService implements OnApplicationBootstrap, OnModuleDestroy {
  private waiting = new Map<string, ViewCount>();
  private timer: NodeJS.Timeout | null = null;
  private writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly store: ViewCountStore,
    private readonly admission: ReportAdmission,
    @Inject(Clock) private readonly clock: Pick<Clock, 'now'>,
    @Inject(LOGGER) private readonly logger: Pick<Logger, 'warn'>,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.flush(), WRITE_EVERY_MS);
    this.timer.unref();
  }

  async onModuleDestroy(): Promise<void> {
    if (this.timer) clearInterval(this.timer);
    await this.flush();
  }

  async count(reports: readonly PageReport[], network: string): Promise<void> {
    const hour = Math.floor(this.clock.now().getTime() / HOUR_MS) * HOUR_MS;
    for (const report of reports) {
      const trial = await this.admission.admit(network, report);
      if (trial === undefined) continue;
      const { app, release, path, outcome, phase, ms, message } = report;
      const loadClass = loadClassOf(ms);
      const name = [hour, app, release, trial, path, outcome, loadClass].join(' ');
      const row = this.waiting.get(name);
      // A row is a release, a page and a load-time class: no site has this many. Anything beyond is not counted.
      if (!row && this.waiting.size >= MAX_COUNTS) continue;
      this.waiting.set(name, {
        ...{ hour, app, release, trial, path, outcome, loadClass },
        views: (row?.views ?? 0) + 1,
        message: message === null ? null : `${phase}: ${message.replaceAll(CONTROL_CHARACTERS, ' ')}`,
      });
    }
  }

  /** Writes the counts and has the trials judged by them. Runs on a timer; never twice at the same time. */
  flush(): Promise<void> {
    const before = this.writing;
    this.writing = (async () => {
      await before;
      await this.writeAndJudge();
    })();
    return this.writing;
  }

  private async writeAndJudge(): Promise<void> {
    // In the same order everywhere, so that two processes adding to the same rows cannot deadlock.
    const counts = [...this.waiting].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, count]) => count);
    if (counts.length === 0) return;
    this.waiting = new Map();
    try {
      await this.store.add(counts);
    } catch (error) {
      // Serving pages matters more than counting views: what could not be written is not counted.
      this.logger.warn({ event: 'telemetry-lost', rows: counts.length, error: String(error) });
    }
  }
}
