import { hostname } from 'node:os';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Logger } from 'pino';
import { Clock } from '../clock.ts';
import { LOGGER } from '../http/logger.ts';
import { Readiness } from '../ops/readiness.ts';
import { AlertChannels, type Channel } from './alert-channels.ts';
import type { AlertMessage } from './alert-message.ts';
import { nextAlert, type AlertState } from './next-alert.ts';

const LOOK_EVERY_MS = 15_000;
/** A single failure may be transient. */
const FAILURES_TO_ALERT = 2;

/**
 * Alerts the operator if this one process cannot serve. It needs no database, because that is most often what is missing: its
 * state is in memory, and an undelivered message is sent again after the next check.
 */
@Injectable()
export class ReadinessWatch implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly stopping = new AbortController();
  private timer: NodeJS.Timeout | null = null;
  private looking: Promise<void> = Promise.resolve();
  private failures = 0;
  private state: AlertState | null = null;
  private unsent: { readonly channel: Channel; readonly message: AlertMessage }[] = [];

  constructor(
    @Inject(Readiness) private readonly readiness: Pick<Readiness, 'problem'>,
    @Inject(AlertChannels) private readonly channels: Pick<AlertChannels, 'open' | 'send' | 'messageOf'>,
    @Inject(Clock) private readonly clock: Pick<Clock, 'now'>,
    @Inject(LOGGER) private readonly logger: Pick<Logger, 'warn'>,
  ) {}

  onApplicationBootstrap(): void {
    if (this.channels.open.length === 0) return;
    this.timer = setInterval(() => void this.look(), LOOK_EVERY_MS);
    this.timer.unref();
  }

  async onModuleDestroy(): Promise<void> {
    if (this.timer) clearInterval(this.timer);
    this.stopping.abort();
    await this.looking;
  }

  /** Runs one check. Checks never overlap. */
  look(): Promise<void> {
    this.looking = this.looking.then(() => this.lookNow());
    return this.looking;
  }

  private async lookNow(): Promise<void> {
    const problem = await this.readiness.problem();
    this.failures = problem === null ? 0 : this.failures + 1;
    if (problem === null || this.failures >= FAILURES_TO_ALERT) this.note(problem);
    const { unsent } = this;
    this.unsent = [];
    for (const one of unsent) await this.send(one);
  }

  private note(problem: string | null): void {
    const subject = `${hostname()}, process ${process.pid}`;
    const finding = problem === null ? null : { subject, what: `${subject}: ${problem}` };
    const step = nextAlert(this.state, finding, this.clock.now().getTime());
    if (!step) return;
    this.state = step.after;
    if (step.news === null) return;
    const message = this.channels.messageOf('not-ready', subject, step.news, step.after);
    this.unsent.push(...this.channels.open.map((channel) => ({ channel, message })));
  }

  private async send(one: (typeof this.unsent)[number]): Promise<void> {
    try {
      await this.channels.send(one.channel, one.message, this.stopping.signal);
    } catch (error) {
      this.unsent.push(one);
      const message = error instanceof Error ? error.message : String(error);
      this.logger.warn({ event: 'alert-not-sent', channel: one.channel, message });
    }
  }
}
