import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../clock.ts';
import { UnitOfWork } from '../database/unit-of-work.ts';
import { JobRunner } from '../jobs/job-runner.ts';
import { AlertChannels, CHANNELS } from './alert-channels.ts';
import type { AlertMessage } from './alert-message.ts';
import type { AlertKind } from './alert-texts.ts';
import { AlertRepository, type StoredAlert } from './alert.repository.ts';
import { nextAlert, type AlertStep, type Finding } from './next-alert.ts';

const KEEP_MS = 90 * 24 * 3_600_000;

const jobKind = (channel: string): string => `alert by ${channel}`;

const hasChanged = (before: StoredAlert | null, { after, news }: AlertStep): boolean =>
  news !== null || before === null || before.what !== after.what || before.clearedAt !== after.clearedAt;

/** Stores alerts. An alert is stored together with its messages, and each message is a job, which is retried until the message arrives. */
@Injectable()
export class AlertBook implements OnModuleInit {
  constructor(
    private readonly alerts: AlertRepository,
    private readonly channels: AlertChannels,
    @Inject(JobRunner) private readonly jobs: Pick<JobRunner, 'handle' | 'enqueue' | 'look'>,
    @Inject(UnitOfWork) private readonly units: Pick<UnitOfWork, 'run'>,
    @Inject(Clock) private readonly clock: Pick<Clock, 'now'>,
  ) {}

  onModuleInit(): void {
    for (const channel of CHANNELS) {
      this.jobs.handle(jobKind(channel), {
        run: (payload, signal) => this.channels.send(channel, JSON.parse(payload) as AlertMessage, signal),
      });
    }
  }

  /** @param findings everything of this kind that is wrong now */
  async update(kind: AlertKind, findings: readonly Finding[]): Promise<void> {
    const known = new Map((await this.alerts.ofKind(kind)).map((alert) => [alert.subject, alert]));
    const found = new Map(findings.map((finding) => [finding.subject, finding]));
    const now = this.clock.now().getTime();
    for (const subject of new Set([...known.keys(), ...found.keys()])) {
      const before = known.get(subject) ?? null;
      const step = nextAlert(before, found.get(subject) ?? null, now);
      if (step && hasChanged(before, step)) await this.store(kind, subject, step);
    }
  }

  forgetOld(): Promise<void> {
    return this.alerts.removeClearedBefore(this.clock.now().getTime() - KEEP_MS);
  }

  private async store(kind: AlertKind, subject: string, { after, news }: AlertStep): Promise<void> {
    await this.units.run(async () => {
      await this.alerts.save({ kind, subject, ...after });
      if (news === null) return;
      const payload = JSON.stringify(this.channels.messageOf(kind, subject, news, after));
      for (const channel of this.channels.open) {
        const name = `${jobKind(channel)}: ${kind} ${subject} ${after.reportedAt}`;
        await this.jobs.enqueue({ name, kind: jobKind(channel), payload });
      }
    });
    if (news !== null) this.jobs.look();
  }
}
