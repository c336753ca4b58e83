import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { MoreThan, Repository } from 'typeorm';
import { databaseNow } from '../database/database-clock.ts';
import { JobEntity } from './job.entity.ts';

/** A process that does not renew its claim for this long counts as dead. */
const CLAIM_MS = 10_000;
export const RENEW_EVERY_MS = 3_000;

export interface NewJob {
  readonly name: string;
  readonly kind: string;
  /** Random by default, so that a request made while the job runs changes the payload, and the job runs again. */
  readonly payload?: string;
  readonly delayMs?: number;
}

/** A job that this process may run, until it stops renewing the claim. */
export type ClaimedJob = Pick<JobEntity, 'name' | 'kind' | 'payload' | 'attempts' | 'lastError'> & { readonly holder: string };

/** How a run ended. */
interface Outcome {
  readonly delayMs: number;
  readonly attempts: '0' | 'attempts' | 'attempts - 1';
  readonly lastError: string | null;
}

/** The number of jobs of every kind by state, and how late the most overdue one of the given kinds is. */
export interface JobSummary {
  readonly running: number;
  readonly waiting: number;
  readonly failed: number;
  readonly overdueMs: number;
}

export type ListedJob = Omit<JobEntity, 'holder'>;

@Injectable()
export class JobRepository {
  private readonly now: string;

  constructor(@InjectRepository(JobEntity) private readonly jobs: Repository<JobEntity>) {
    this.now = databaseNow(jobs.manager.connection);
  }

  /** Inside a unit of work the job is stored together with its data. An existing job becomes due earlier if it was due later. */
  async enqueue({ name, kind, payload = randomUUID(), delayMs = 0 }: NewJob): Promise<void> {
    await this.jobs.query(
      `INSERT INTO job (name, kind, payload, state, attempts, run_at)
       VALUES ($1, $2, $3, 'waiting', 0, ${this.now} + CAST($4 AS BIGINT))
       ON CONFLICT (name) DO UPDATE SET payload = excluded.payload,
         run_at = CASE WHEN job.state = 'waiting' AND job.run_at > excluded.run_at THEN excluded.run_at ELSE job.run_at END`,
      [name, kind, payload, delayMs],
    );
  }

  /** Recurring work: its first run is after `delayMs`, or as already scheduled. A wrong clock delays it by at most one period. */
  async schedule({ name, kind, delayMs = 0 }: NewJob, everyMs: number): Promise<void> {
    await this.jobs.query(
      `INSERT INTO job (name, kind, payload, state, attempts, run_at)
       VALUES ($1, $2, '', 'waiting', 0, ${this.now} + CAST($3 AS BIGINT))
       ON CONFLICT (name) DO NOTHING`,
      [name, kind, delayMs],
    );
    await this.jobs.query(`UPDATE job SET run_at = ${this.now} WHERE name = $1 AND run_at > ${this.now} + CAST($2 AS BIGINT)`, [
      name,
      everyMs,
    ]);
  }

  /** Makes a failed job due. Returns false if the job does not exist, is running, or has not failed. */
  async retry(name: string): Promise<boolean> {
    const { affected } = await this.jobs
      .createQueryBuilder()
      .update()
      .set({ runAt: () => this.now })
      .where({ name, state: 'waiting', attempts: MoreThan(0) })
      .execute();
    return (affected ?? 0) > 0;
  }

  /** Removes a job whose work is already done. One that is running finishes. */
  async cancel(name: string): Promise<void> {
    await this.jobs.delete({ name, state: 'waiting' });
  }

  /** The most overdue job of a kind that the process can run. */
  claimDue(kinds: readonly string[]): Promise<ClaimedJob | null> {
    if (kinds.length === 0) return Promise.resolve(null);
    const placeholders = kinds.map((_, index) => `$${index + 2}`).join();
    const oldest = `(SELECT name FROM job WHERE run_at <= ${this.now} AND kind IN (${placeholders}) ORDER BY run_at LIMIT 1)`;
    return this.claim(`name = ${oldest} AND run_at <= ${this.now}`, kinds);
  }

  /** The job with this name, due or not. Null if it does not exist or is running somewhere. */
  claimNamed(name: string): Promise<ClaimedJob | null> {
    return this.claim(`name = $2 AND (state = 'waiting' OR run_at <= ${this.now})`, [name]);
  }

  async renew({ name, holder }: ClaimedJob): Promise<void> {
    await this.jobs.query(`UPDATE job SET run_at = ${this.now} + ${CLAIM_MS} WHERE name = $1 AND holder = $2`, [name, holder]);
  }

  /** Marks a job as done. One whose payload has changed in the meantime stays and is due. */
  async finish(job: ClaimedJob): Promise<void> {
    const { name, holder, payload } = job;
    await this.jobs.delete({ name, holder, payload });
    await this.endClaim(job, { delayMs: 0, attempts: '0', lastError: null });
  }

  /** Marks a recurring job as done and schedules its next run. */
  finishUntil(job: ClaimedJob, everyMs: number): Promise<void> {
    return this.endClaim(job, { delayMs: everyMs, attempts: '0', lastError: null });
  }

  fail(job: ClaimedJob, lastError: string, delayMs: number): Promise<void> {
    return this.endClaim(job, { delayMs, attempts: 'attempts', lastError });
  }

  /** Releases the job of a stopping process: another process, or this one after its restart, can run it immediately. */
  giveBack(job: ClaimedJob): Promise<void> {
    return this.endClaim(job, { delayMs: 0, attempts: 'attempts - 1', lastError: job.lastError });
  }

  /** All jobs, the next one due first. */
  list(): Promise<ListedJob[]> {
    const columns = ['name', 'kind', 'payload', 'state', 'attempts', 'runAt', 'lastError'] as const;
    return this.jobs.find({ select: [...columns], order: { runAt: 'ASC', name: 'ASC' } });
  }

  /** @param kinds those that the process can run: after a rollback the table has jobs of the newer version, which nobody runs */
  async summary(kinds: readonly string[]): Promise<JobSummary> {
    const known = kinds.map((_, index) => `$${index + 1}`).join() || 'NULL';
    const countIf = (condition: string): string => `COALESCE(SUM(CASE WHEN ${condition} THEN 1 ELSE 0 END), 0)`;
    const [row = {}]: Record<string, string | number | null>[] = await this.jobs.query(
      `SELECT ${countIf(`state = 'running'`)} AS running,
         ${countIf(`state = 'waiting' AND last_error IS NULL`)} AS waiting,
         ${countIf(`state = 'waiting' AND last_error IS NOT NULL`)} AS failed,
         ${this.now} - MIN(CASE WHEN kind IN (${known}) THEN run_at END) AS late
       FROM job`,
      [...kinds],
    );
    const { running, waiting, failed, late } = row;
    return {
      running: Number(running),
      waiting: Number(waiting),
      failed: Number(failed),
      overdueMs: Math.max(0, Number(late ?? 0)),
    };
  }

  /** A single statement decides, in both SQLite and PostgreSQL: the process that finds its own `holder` afterward has the job. */
  private async claim(condition: string, values: readonly string[]): Promise<ClaimedJob | null> {
    const holder = randomUUID();
    await this.jobs.query(
      `UPDATE job SET state = 'running', holder = $1, attempts = attempts + 1, run_at = ${this.now} + ${CLAIM_MS} WHERE ${condition}`,
      [holder, ...values],
    );
    const job = await this.jobs.findOneBy({ holder });
    return job && { ...job, holder };
  }

  /** Parameters appear in the order of their numbers: SQLite numbers them by first occurrence. */
  private async endClaim({ name, holder }: ClaimedJob, { delayMs, attempts, lastError }: Outcome): Promise<void> {
    await this.jobs.query(
      `UPDATE job SET state = 'waiting', holder = NULL, attempts = ${attempts}, run_at = ${this.now} + CAST($1 AS BIGINT), last_error = $2
       WHERE name = $3 AND holder = $4`,
      [delayMs, lastError, name, holder],
    );
  }
}
