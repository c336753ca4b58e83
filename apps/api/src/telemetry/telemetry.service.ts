import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Logger } from 'pino';
import type { PageReport } from '@site/contracts';
import { Clock } from '../clock.ts';
import { UnitOfWork } from '../database/unit-of-work.ts';
import { LOGGER } from '../http/logger.ts';
import { JobRunner } from '../jobs/job-runner.ts';
import { SiteService, type Trial } from '../site/site.service.ts';
import { errorRate, mustWithdraw } from './canary-judge.ts';
import { loadClassOf } from './load-times.ts';
import { MAX_COUNTS, TelemetryRepository, type ViewCount } from './telemetry.repository.ts';
import { ReportShare } from './report-share.ts';
import { WithdrawnTrials } from './withdrawn-trials.ts';

const HOUR_MS = 3_600_000;
/** Reports are written together, so that many visitors are few writes. */
const WRITE_EVERY_MS = 500;
const DAY_MS = 24 * HOUR_MS;
const KEEP_MS = 30 * DAY_MS;

/** PostgreSQL takes no NUL, and nobody wants the others in a log. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f]/g;

const JUDGE = 'judge canaries';

const percent = (rate: number): string => `${(rate * 100).toFixed(1)} %`;

/** Counts how page views went, per release, and withdraws a canary that fails more often than it may. */
@Injectable()
export class TelemetryService implements OnApplicationBootstrap, OnModuleDestroy {
  private waiting = new Map<string, ViewCount>();
  private timer: NodeJS.Timeout | null = null;
  private writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly repository: TelemetryRepository,
    private readonly withdrawn: WithdrawnTrials,
    private readonly share: ReportShare,
    @Inject(SiteService) private readonly site: Pick<SiteService, 'trialOf' | 'trials' | 'hasPage'>,
    @Inject(Clock) private readonly clock: Pick<Clock, 'now'>,
    @Inject(LOGGER) private readonly logger: Pick<Logger, 'warn'>,
    private readonly units: UnitOfWork,
    private readonly jobs: JobRunner,
  ) {
    jobs.handle('forget old page views', { run: () => this.forgetOld(), every: { ms: DAY_MS } });
    jobs.handle(JUDGE, { run: () => this.judgeAll() });
  }

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.flush(), WRITE_EVERY_MS);
    this.timer.unref();
  }

  async onModuleDestroy(): Promise<void> {
    if (this.timer) clearInterval(this.timer);
    await this.flush();
  }

  /** Counts what belongs to the site as it is; a tab that is older than every release behind the live ones is not judged. */
  async count(reports: readonly PageReport[], network: string): Promise<void> {
    const hour = Math.floor(this.clock.now().getTime() / HOUR_MS) * HOUR_MS;
    for (const { app, release, path, outcome, phase, ms, message } of reports) {
      const trial = await this.site.trialOf(app, release);
      if (trial === undefined || !(await this.site.hasPage(app, path))) continue;
      if (!this.share.take(network, { app, release, outcome })) continue;
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

  /** Writes what was counted and has the trials judged by it. Runs by itself; never twice at the same time. */
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
      const isTrial = (await this.site.trials()).length > 0;
      // What is counted is judged, also where this process ends in between.
      await this.units.run(async () => {
        await this.repository.add(counts);
        if (isTrial) await this.jobs.enqueue({ name: JUDGE, kind: JUDGE });
      });
      if (isTrial) await this.jobs.runNow(JUDGE);
    } catch (error) {
      // Page views are worth less than pages: what could not be written is not counted.
      this.logger.warn({ event: 'telemetry-lost', rows: counts.length, error: String(error) });
    }
  }

  private async forgetOld(): Promise<void> {
    await this.repository.forgetBefore(this.clock.now().getTime() - KEEP_MS);
  }

  private async judgeAll(): Promise<void> {
    for (const trial of await this.site.trials()) await this.judge(trial);
  }

  private async judge({ app, release, stable, since, maxErrorRate }: Trial): Promise<void> {
    if (this.withdrawn.has(app, { since, release })) return;
    const tried = await this.repository.totals(app, release, since, 0);
    const others = await this.repository.totals(app, stable, 0, this.clock.now().getTime() - DAY_MS);
    if (!mustWithdraw(tried, others, maxErrorRate)) return;
    const reason = `${tried.failures} of ${tried.views} page views failed (${percent(errorRate(tried))}); allowed are ${percent(maxErrorRate)}, the stable release has ${percent(errorRate(others))}`;
    await this.withdrawn.add({ app, trial: since, release, reason, at: this.clock.now().toISOString() });
  }
}
