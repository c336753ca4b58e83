import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Logger } from 'pino';
import type { PageReport } from '@site/contracts';
import { Clock } from '../clock.ts';
import { LOGGER } from '../http/logger.ts';
import { loadClassOf } from './load-times.ts';
import { ReportAdmission } from './report-admission.ts';
import { MAX_COUNTS, TelemetryRepository, type ViewCount } from './telemetry.repository.ts';
import { TrialJudge } from './trial-judge.ts';

const HOUR_MS = 3_600_000;
/** Reports are written together, so that many visitors are few writes. */
const WRITE_EVERY_MS = 500;
const DAY_MS = 24 * HOUR_MS;
const KEEP_MS = 30 * DAY_MS;

/** PostgreSQL takes no NUL, and nobody wants the others in a log. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f]/g;

/** Counts how page views went, per release, and has the trials judged by it. */
@Injectable()
export class TelemetryService implements OnApplicationBootstrap, OnModuleDestroy {
  private waiting = new Map<string, ViewCount>();
  private timers: NodeJS.Timeout[] = [];
  private writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly repository: TelemetryRepository,
    private readonly admission: ReportAdmission,
    private readonly judge: TrialJudge,
    @Inject(Clock) private readonly clock: Pick<Clock, 'now'>,
    @Inject(LOGGER) private readonly logger: Pick<Logger, 'warn'>,
  ) {}

  onApplicationBootstrap(): void {
    const forget = (): void => void this.repository.forgetBefore(this.clock.now().getTime() - KEEP_MS).catch(() => undefined);
    forget();
    this.timers = [
      setInterval(() => void this.flush(), WRITE_EVERY_MS),
      // A failure leaves old rows for a day more.
      setInterval(forget, DAY_MS),
    ];
    for (const timer of this.timers) timer.unref();
  }

  async onModuleDestroy(): Promise<void> {
    this.timers.forEach(clearInterval);
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
      // A release, a page and a class of time make a row: a site does not know as many. What is beyond is not counted.
      if (!row && this.waiting.size >= MAX_COUNTS) continue;
      this.waiting.set(name, {
        ...{ hour, app, release, trial, path, outcome, loadClass },
        views: (row?.views ?? 0) + 1,
        message: message === null ? null : `${phase}: ${message.replaceAll(CONTROL_CHARACTERS, ' ')}`,
      });
    }
  }

  /** Writes what was counted and judges the trials by it. Runs by itself; never twice at the same time. */
  flush(): Promise<void> {
    const before = this.writing;
    this.writing = (async () => {
      await before;
      await this.writeAndJudge();
    })();
    return this.writing;
  }

  private async writeAndJudge(): Promise<void> {
    // In one order everywhere: two processes that add to the same rows must not wait for each other.
    const counts = [...this.waiting].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, count]) => count);
    if (counts.length === 0) return;
    this.waiting = new Map();
    try {
      await this.repository.add(counts);
    } catch (error) {
      // Page views are worth less than pages: what could not be written is not counted.
      this.logger.warn({ event: 'telemetry-lost', rows: counts.length, error: String(error) });
      return;
    }
    try {
      await this.judge.judgeAll();
    } catch (error) {
      // What was counted is there: the next reports have it judged.
      this.logger.warn({ event: 'canary-not-judged', error: String(error) });
    }
  }
}
