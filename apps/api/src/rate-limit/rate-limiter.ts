import { randomUUID } from 'node:crypto';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { And, LessThan, LessThanOrEqual, MoreThan, Not, Repository } from 'typeorm';
import { Clock } from '../clock.ts';
import { JobRunner } from '../jobs/job-runner.ts';
import { RateHitEntity } from './rate-hit.entity.ts';
import { waitBeforeNext, type Limits } from './sliding-window.ts';

const FORGET_EVERY_MS = 3_600_000;
/** No limit looks further back. */
const MAX_WINDOW_MS = 24 * 3_600_000;
/** Clocks of the site's processes differ by less. A use dated later was stored while a clock was wrong: it counts for nothing. */
const MAX_AHEAD_MS = 60_000;
const MAX_REMEMBERED_CLIENTS = 10_000;

export interface Ticket {
  /** Refunds the use, as if it had not happened. */
  readonly refund: () => Promise<void>;
}

/** A client or network that a use counts against. */
export interface Claim {
  readonly client: string;
  readonly limits: Limits;
}

/**
 * Sliding windows in the database, so that the limits apply to all processes of the site together. A use is written before it is
 * counted, so that simultaneous uses cannot slip through.
 */
@Injectable()
export class RateLimiter implements OnModuleInit {
  /** Until when a client is rejected without a database query, so that a flood does not reach the database. */
  private readonly blockedUntil = new Map<string, number>();

  constructor(
    @InjectRepository(RateHitEntity) private readonly hits: Repository<RateHitEntity>,
    @Inject(Clock) private readonly clock: Pick<Clock, 'now'>,
    @Inject(JobRunner) private readonly jobs: Pick<JobRunner, 'handle'>,
  ) {}

  onModuleInit(): void {
    this.jobs.handle('forget uses of what is limited', { run: () => this.forgetOld(), every: { ms: FORGET_EVERY_MS } });
  }

  /** @returns a ticket, or the milliseconds to wait */
  async take(bucket: string, client: string, limits: Limits): Promise<Ticket | number> {
    const now = this.clock.now().getTime();
    const name = `${bucket} ${client}`;
    const longest = Math.max(...limits.windows.map((window) => window.windowMs));
    const blockedMs = (this.blockedUntil.get(name) ?? 0) - now;
    // No client waits longer than this, unless the clock has been set back.
    const maxWaitMs = Math.max(longest, limits.backoff?.maxMs ?? 0) + MAX_AHEAD_MS;
    if (blockedMs > 0 && blockedMs <= maxWaitMs) return blockedMs;

    const id = randomUUID();
    await this.hits.insert({ id, bucket, client, at: String(now) });
    const refund = async (): Promise<void> => {
      await this.hits.delete({ id });
    };
    const maxUses = Math.max(...limits.windows.map((window) => window.max));
    const earlier = await this.hits.find({
      where: {
        bucket,
        client,
        at: And(MoreThan(String(now - longest)), LessThanOrEqual(String(now + MAX_AHEAD_MS))),
        id: Not(id),
      },
      order: { at: 'DESC' },
      take: maxUses,
    });
    const wait = waitBeforeNext(
      earlier.map((hit) => Number(hit.at)),
      now,
      limits,
    );
    if (wait <= 0) return { refund };

    await refund();
    this.remember(name, now + wait);
    return wait;
  }

  /** One use that counts against several clients or networks at once, or against none. @returns a ticket, or the ms to wait */
  async takeAll(bucket: string, claims: readonly Claim[]): Promise<Ticket | number> {
    const tickets: Ticket[] = [];
    const refund = async (): Promise<void> => {
      await Promise.all(tickets.map((ticket) => ticket.refund()));
    };
    for (const { client, limits } of claims) {
      const ticket = await this.take(bucket, client, limits);
      if (typeof ticket === 'number') {
        await refund();
        return ticket;
      }
      tickets.push(ticket);
    }
    return { refund };
  }

  private async forgetOld(): Promise<void> {
    const now = this.clock.now().getTime();
    await this.hits.delete({ at: LessThan(String(now - MAX_WINDOW_MS)) });
    await this.hits.delete({ at: MoreThan(String(now + MAX_WINDOW_MS)) });
  }

  private remember(name: string, until: number): void {
    if (this.blockedUntil.size >= MAX_REMEMBERED_CLIENTS) this.blockedUntil.clear();
    this.blockedUntil.set(name, until);
  }
}
