import { Injectable } from '@nestjs/common';
import { addGauge } from '../ops/add-gauge.ts';
import { Metrics } from '../ops/metrics.ts';
import { NewestWeeks } from './newest-weeks.ts';

const MS_PER_SECOND = 1_000;

@Injectable()
export class UsdaMetrics {
  constructor(metrics: Metrics, weeks: NewestWeeks) {
    addGauge(metrics, 'usda_newest_week_timestamp_seconds', 'Monday of the newest week with stored prices', {
      label: 'commodity',
      read: async () => new Map((await weeks.all()).map(({ commodity, week }) => [commodity, Date.parse(week) / MS_PER_SECOND])),
    });
  }
}
