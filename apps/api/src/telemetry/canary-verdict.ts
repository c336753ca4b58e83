import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../clock.ts';
import type { Trial } from '../site/live-trials.ts';
import { compareSpeed, isSlower } from './vitals/speed-judge.ts';
import { SCALES, textOf } from './vitals/vital.ts';
import { VitalsRepository } from './vitals/vitals.repository.ts';
import { MAX_DISHONEST_NETWORKS } from './report-admission.ts';
import { StartCountRepository } from './shell-trial/start-count.repository.ts';
import { startsTooRarely } from './shell-trial/start-judge.ts';
import { errorRate, mustWithdraw, rateText } from './canary-judge.ts';
import { TelemetryRepository } from './telemetry.repository.ts';

const DAY_MS = 24 * 3_600_000;
/** The vitals that visitors notice and that depend on the release. */
const JUDGED_VITALS = ['lcp', 'inp'] as const;

/** Compares a canary with the stable release: their failures, their speed and, for a shell, whether it starts. */
@Injectable()
export class CanaryVerdict {
  constructor(
    private readonly views: TelemetryRepository,
    private readonly vitals: VitalsRepository,
    private readonly starts: StartCountRepository,
    @Inject(Clock) private readonly clock: Pick<Clock, 'now'>,
  ) {}

  /** Why a canary must be withdrawn; undefined if it need not be. */
  async reasonAgainst(trial: Trial): Promise<string | undefined> {
    return (await this.failures(trial)) ?? (await this.silence(trial)) ?? (await this.slowness(trial));
  }

  private async failures({ app, release, stable, since, maxErrorRate }: Trial): Promise<string | undefined> {
    const canary = await this.views.totals(app, release, since, 0);
    // A shell is judged by all pages, whose remotes may have changed since yesterday: see shell-trial.
    const others = await (app === 'shell'
      ? this.views.totals(app, stable, since, 0)
      : this.views.totals(app, stable, 0, this.clock.now().getTime() - DAY_MS));
    if (!mustWithdraw(canary, others, maxErrorRate)) return undefined;
    return `${canary.failures} of ${canary.views} page views failed (${rateText(errorRate(canary))}); the limit is ${rateText(maxErrorRate)}, the stable release is at ${rateText(errorRate(others))}`;
  }

  private async silence({ app, release, stable, since }: Trial): Promise<string | undefined> {
    if (app !== 'shell') return undefined;
    const canary = await this.starts.totals(release, since);
    const others = await this.starts.totals(stable, since);
    if (!startsTooRarely(canary, others, MAX_DISHONEST_NETWORKS * Math.ceil(canary.hours / 24))) return undefined;
    return `${canary.starts} of ${canary.documents} documents reported that they started; with the stable release, ${others.starts} of ${others.documents} did`;
  }

  private daysSince(ms: number): number {
    return Math.max(1, Math.ceil((this.clock.now().getTime() - ms) / DAY_MS));
  }

  private async slowness({ app, release, stable, since }: Trial): Promise<string | undefined> {
    for (const vital of JUDGED_VITALS) {
      const canary = await this.vitals.groups(vital, { app, release, trial: since }, 0);
      if (canary.firstHour === null) continue;
      const others = await this.vitals.groups(vital, { app, release: stable, trial: 0 }, canary.firstHour);
      const speed = compareSpeed(SCALES[vital].classes, canary.groups, others.groups, this.daysSince(canary.firstHour));
      if (!isSlower(speed)) continue;
      const { title, name } = SCALES[vital];
      return `${title} (${name}) of ${speed.visits} visits is ${textOf(vital, speed.canary)} at the 75th percentile; that of the stable release is ${textOf(vital, speed.stable)}`;
    }
    return undefined;
  }
}
