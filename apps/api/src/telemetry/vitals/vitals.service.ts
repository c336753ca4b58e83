import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import type { VitalsReport } from '@site/contracts';
import { Clock } from '../../clock.ts';
import { CountBatch } from '../../count-batch.ts';
import { LOGGER } from '../../http/logger.ts';
import { JudgedCounts } from '../judged-counts.ts';
import { ReportAdmission } from '../report-admission.ts';
import { SCALES, VITALS } from './vital.ts';
import { MAX_COUNTS, VitalsRepository, type VitalCount } from './vitals.repository.ts';

const HOUR_MS = 3_600_000;

/** Counts the measurements of visits by release, page and kind of device. */
@Injectable()
export class VitalsService extends CountBatch<VitalCount> {
  constructor(
    private readonly admission: ReportAdmission,
    repository: VitalsRepository,
    judged: JudgedCounts,
    @Inject(LOGGER) logger: Pick<Logger, 'warn'>,
    @Inject(Clock) private readonly clock: Pick<Clock, 'now'>,
  ) {
    super(
      MAX_COUNTS,
      (known, row) => ({ ...row, views: known.views + row.views }),
      (counts) => judged.store(() => repository.add(counts)),
      (rows, error) => logger.warn({ event: 'vitals-lost', rows, error: String(error) }),
    );
  }

  /** A report that does not count is ignored without telling its sender. */
  async count(report: VitalsReport, network: string): Promise<void> {
    const admitted = await this.admission.admit(network, report);
    if (!admitted) return;
    const { trial } = admitted;
    const { app, release, path, device } = report;
    const hour = Math.floor(this.clock.now().getTime() / HOUR_MS) * HOUR_MS;
    for (const vital of VITALS) {
      const value = report[vital];
      if (value === null) continue;
      const valueClass = SCALES[vital].classes.of(value);
      const row = { hour, app, release, trial, path, device, vital, valueClass };
      this.add(Object.values(row), { ...row, views: 1 });
    }
  }
}
