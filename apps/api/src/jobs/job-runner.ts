import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Logger } from 'pino';
import { LOGGER } from '../http/logger.ts';
import { JobRepository, RENEW_EVERY_MS, type ClaimedJob, type JobSummary, type NewJob } from './job.repository.ts';
import { retryDelayMs } from './retry-delay.ts';

/** How often a process looks for jobs that another process has stored or abandoned. */
const LOOK_EVERY_MS = 1_000;

export interface JobHandler {
  /** May run again after a crash at any of its steps. @throws if it has to be retried */
  readonly run: (payload: string, signal: AbortSignal) => Promise<void>;
  /** Present for recurring work: there is one such job, named after its kind. */
  readonly every?: { readonly ms: number; readonly firstAfterMs?: number };
}

/** Runs the jobs of the table `job`. Any process may run any job; a job runs in one process at a time. */
@Injectable()
export class JobRunner implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly handlers = new Map<string, JobHandler>();
  /** The jobs that this process is running, by name; one of each kind at a time, except for those started by `runNow`. */
  private readonly running = new Map<string, { readonly kind: string; readonly ended: Promise<void> }>();
  private readonly stopping = new AbortController();
  private timer: NodeJS.Timeout | null = null;
  private looking: Promise<void> | null = null;

  constructor(
    private readonly jobs: JobRepository,
    @Inject(LOGGER) private readonly logger: Pick<Logger, 'warn'>,
  ) {}

  /** Call it in `onModuleInit`: jobs start to run once the application has been bootstrapped. */
  handle(kind: string, handler: JobHandler): void {
    this.handlers.set(kind, handler);
  }

  async onApplicationBootstrap(): Promise<void> {
    for (const [kind, { every }] of this.handlers)
      if (every) await this.jobs.schedule({ name: kind, kind, delayMs: every.firstAfterMs }, every.ms);
    this.timer = setInterval(() => this.look(), LOOK_EVERY_MS);
    this.timer.unref();
    this.look();
  }

  async onModuleDestroy(): Promise<void> {
    if (this.timer) clearInterval(this.timer);
    this.stopping.abort();
    await this.looking;
    await Promise.all([...this.running.values()].map(({ ended }) => ended));
  }

  /** Stores a job. Inside a unit of work it is stored together with its data, and found once that is committed. */
  enqueue(job: NewJob): Promise<void> {
    return this.jobs.enqueue(job);
  }

  /**
   * Runs a job now, unless another process is running it, and returns when it has ended. What was stored before the call is part of that
   * run: one that had already begun is followed by another if the job's payload has changed. A failure is logged and retried later.
   */
  async runNow(name: string): Promise<void> {
    if (this.stopping.signal.aborted) return;
    // After a pause the claim on a job that this process is running may have expired.
    const job = this.running.has(name) ? null : await this.jobs.claimNamed(name);
    if (job) this.start(job);
    else {
      // `look` may have claimed it a moment ago.
      await this.looking;
      await this.running.get(name)?.ended;
      this.look();
      await this.looking;
    }
    await this.running.get(name)?.ended;
  }

  summary(): Promise<JobSummary> {
    return this.jobs.summary([...this.handlers.keys()]);
  }

  /** Makes a failed job due, and starts it if this process can. Returns false if there is no such job. */
  async retry(name: string): Promise<boolean> {
    const isDue = await this.jobs.retry(name);
    if (isDue) this.look();
    return isDue;
  }

  /** Starts all due jobs: call it after storing a job that must not wait a second. Retried soon if the database fails. */
  look(): void {
    this.looking ??= this.startDue()
      .catch(() => undefined)
      .finally(() => {
        this.looking = null;
      });
  }

  private async startDue(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      const busy = new Set([...this.running.values()].map(({ kind }) => kind));
      const job = await this.jobs.claimDue([...this.handlers.keys()].filter((kind) => !busy.has(kind)));
      if (job === null) return;
      this.start(job);
    }
  }

  private start(job: ClaimedJob): void {
    const ended = this.run(job).finally(() => {
      this.running.delete(job.name);
      if (!this.stopping.signal.aborted) this.look();
    });
    this.running.set(job.name, { kind: job.kind, ended });
  }

  private async run(job: ClaimedJob): Promise<void> {
    const { kind, payload, attempts } = job;
    const handler = this.handlers.get(kind);
    const { signal } = this.stopping;
    // A failed renewal is retried; if none succeeds, another process may take the job.
    const renewal = setInterval(() => this.jobs.renew(job).catch(() => undefined), RENEW_EVERY_MS);
    renewal.unref();
    try {
      if (!handler) throw new Error(`this version of the site has no handler for jobs of kind ${kind}`);
      await handler.run(payload, signal);
      await (handler.every ? this.jobs.finishUntil(job, handler.every.ms) : this.jobs.finish(job));
    } catch (error) {
      await this.handleFailure(job, error, Math.min(retryDelayMs(attempts), handler?.every?.ms ?? Infinity));
    } finally {
      clearInterval(renewal);
    }
  }

  private async handleFailure(job: ClaimedJob, error: unknown, delayMs: number): Promise<void> {
    const message = error instanceof Error ? error.message : String(error);
    const isStopped = this.stopping.signal.aborted;
    if (!isStopped) this.logger.warn({ event: 'job-failed', job: job.name, attempts: job.attempts, message });
    try {
      await (isStopped ? this.jobs.giveBack(job) : this.jobs.fail(job, message, delayMs));
    } catch {
      // The database is unavailable: the claim expires.
    }
  }
}
