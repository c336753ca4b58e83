import { Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { Clock } from '../clock.ts';
import { Config } from '../config/config.ts';
import { HttpError } from '../http/app-error.ts';
import { clientNetwork } from '../rate-limit/client-address.ts';

const WINDOW_MS = 60_000;
const MAX_REMEMBERED_CLIENTS = 10_000;

/**
 * Limits the page reports that one client may send per minute. In memory and per process, unlike the limits for expensive
 * actions: a report is worth less than the row that would record it.
 */
@Injectable()
export class ReportRateLimit {
  private windowEndsAt = 0;
  private readonly taken = new Map<string, number>();

  constructor(
    @Inject(Config) private readonly config: Pick<Config, 'telemetryReportsPerMinute'>,
    @Inject(Clock) private readonly clock: Pick<Clock, 'now'>,
  ) {}

  /** @throws HttpError if the client has sent too many reports */
  require(request: Pick<Request, 'ip'>, reports: number): void {
    const waitMs = this.take(clientNetwork(request), reports);
    if (waitMs > 0) throw new HttpError('RATE_LIMITED', 'page reports', { 'Retry-After': String(Math.ceil(waitMs / 1000)) });
  }

  /** @returns 0, or the milliseconds to wait */
  private take(client: string, reports: number): number {
    const now = this.clock.now().getTime();
    // The window also ends if the clock was set back to before its start.
    const isOver = now >= this.windowEndsAt || now < this.windowEndsAt - WINDOW_MS;
    if (isOver || this.taken.size >= MAX_REMEMBERED_CLIENTS) {
      this.taken.clear();
      this.windowEndsAt = now + WINDOW_MS;
    }
    const sum = (this.taken.get(client) ?? 0) + reports;
    if (sum > this.config.telemetryReportsPerMinute) return this.windowEndsAt - now;
    this.taken.set(client, sum);
    return 0;
  }
}
