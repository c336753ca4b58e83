import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import type { PageReport } from '@site/contracts';
import { Clock } from '../clock.ts';
import { CountBatch } from '../count-batch.ts';
import { LOGGER } from '../http/logger.ts';
import { LOAD_TIMES } from './load-times.ts';
import type { ShellDuringTrial } from '../site/live-trials.ts';
import { ReportAdmission, type Admitted } from './report-admission.ts';
import { JudgedCounts } from './judged-counts.ts';
import { MAX_COUNTS, TelemetryRepository, type ViewCount } from './telemetry.repository.ts';

const HOUR_MS = 3_600_000;

/** PostgreSQL rejects NUL, and other control characters do not belong in a log. */
// oxlint-disable-next-line no-control-regex -- control characters are what it matches
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f]/g;

/** A tab may be older than the trial. */
const isOfOtherShell = ({ app, release }: PageReport, shell: ShellDuringTrial): boolean =>
  app === 'shell' && release !== shell.release;

/** Counts the outcomes of page views by release, and judges trials by them. */
@Injectable()
export class TelemetryService extends CountBatch<ViewCount> {
  constructor(
    repository: TelemetryRepository,
    judged: JudgedCounts,
    private readonly admission: ReportAdmission,
    @Inject(Clock) private readonly clock: Pick<Clock, 'now'>,
    @Inject(LOGGER) logger: Pick<Logger, 'warn'>,
  ) {
    super(
      MAX_COUNTS,
      (known, row) => ({ ...row, views: known.views + row.views, judged: known.judged + row.judged }),
      (counts) => judged.store(() => repository.add(counts)),
      (rows, error) => logger.warn({ event: 'telemetry-lost', rows, error: String(error) }),
    );
  }

  /** @param shell the visitor's, while a shell is on trial: it is judged by all pages, because it may break those of the remotes */
  async count(reports: readonly PageReport[], network: string, shell?: ShellDuringTrial): Promise<void> {
    for (const report of reports) {
      const admitted = await this.admission.admit(network, report);
      if (admitted) this.addView(report, admitted);
      if (!shell || isOfOtherShell(report, shell)) continue;
      const isCounted = report.app === 'shell' && admitted?.trial === shell.trial;
      const forShell = isCounted ? undefined : await this.admission.admitForShell(network, shell, report);
      if (forShell) this.addView({ ...report, app: 'shell', release: shell.release }, forShell);
    }
  }

  private addView({ app, release, path, outcome, phase, ms, message }: PageReport, { trial, isJudged }: Admitted): void {
    const hour = Math.floor(this.clock.now().getTime() / HOUR_MS) * HOUR_MS;
    const loadClass = LOAD_TIMES.of(ms);
    this.add([hour, app, release, trial, path, outcome, loadClass], {
      ...{ hour, app, release, trial, path, outcome, loadClass },
      views: 1,
      judged: isJudged ? 1 : 0,
      message: message === null ? null : `${phase}: ${message.replaceAll(CONTROL_CHARACTERS, ' ')}`,
    });
  }
}
