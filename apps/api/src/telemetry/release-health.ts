import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../clock.ts';
import { errorRate, type ViewTotals } from './canary-judge.ts';
import { groupBy } from '../group-by.ts';
import { LOAD_TIMES } from './load-times.ts';
import { TelemetryRepository, totalsOf } from './telemetry.repository.ts';
import type { ViewCountEntity } from './view-count.entity.ts';

const DAY_MS = 24 * 3_600_000;

/** The health of a release, or of one of its pages, in the last 24 hours. */
export interface Health extends ViewTotals {
  /** Share of the views that failed: 0.02 is 2%. */
  readonly errorRate: number;
  /** Load times in milliseconds at the 50th, 75th and 95th percentile; null without views. */
  readonly medianMs: number | null;
  readonly p75Ms: number | null;
  readonly p95Ms: number | null;
  /** Step and message of the last failure; null if there was none. */
  readonly lastFailure: string | null;
}

export interface ReleaseHealthRow extends Health {
  readonly app: string;
  readonly release: string;
  /** Serial of the registry that started its trial; 0 for a stable release. */
  readonly trial: number;
  readonly pages: readonly (Health & { readonly path: string })[];
}

function healthOf(rows: readonly ViewCountEntity[]): Health {
  const totals = totalsOf(rows);
  const times = new Map<number, number>();
  for (const { outcome, loadClass, views } of rows) {
    if (outcome === 'shown') times.set(loadClass, (times.get(loadClass) ?? 0) + views);
  }
  const quantile = (part: number): number | null => {
    const ms = LOAD_TIMES.quantile(times, part);
    return ms === null ? null : Math.round(ms);
  };
  const newestFirst = rows.toSorted((a, b) => Number(b.hour) - Number(a.hour));
  return {
    ...totals,
    errorRate: errorRate(totals),
    medianMs: quantile(0.5),
    p75Ms: quantile(0.75),
    p95Ms: quantile(0.95),
    lastFailure: newestFirst.find(({ message }) => message !== null)?.message ?? null,
  };
}

const grouped = <T>(rows: readonly T[], nameOf: (row: T) => string): T[][] => [...groupBy(rows, nameOf).values()];

/** Figures for the last 24 hours, for the owner, release by release. */
@Injectable()
export class ReleaseHealth {
  constructor(
    private readonly repository: TelemetryRepository,
    @Inject(Clock) private readonly clock: Pick<Clock, 'now'>,
  ) {}

  async lastDay(): Promise<ReleaseHealthRow[]> {
    const rows = await this.repository.since(this.clock.now().getTime() - DAY_MS);
    const releases = grouped(rows, ({ app, release, trial }) => `${app} ${release} ${trial}`);
    return releases.flatMap((ofRelease) => {
      const [first] = ofRelease;
      if (!first) return [];
      const { app, release, trial } = first;
      const pages = grouped(ofRelease, ({ path }) => path)
        .map((ofPage) => ({ path: ofPage[0]?.path ?? '', ...healthOf(ofPage) }))
        .toSorted((a, b) => b.views - a.views);
      return [{ app, release, trial, ...healthOf(ofRelease), pages }];
    });
  }
}
