import { Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { Config } from '../config/config.ts';
import { HttpError } from '../http/app-error.ts';
import { clientNetwork, widerNetworks, widestCustomerNetwork } from '../rate-limit/client-address.ts';
import { RateLimiter, type Ticket } from '../rate-limit/rate-limiter.ts';
import { scaleLimits, type Limits } from '../rate-limit/sliding-window.ts';
import { SiteSecret } from '../secrets/site-secret.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const REPORT_LIMITS: Limits = {
  windows: [
    { windowMs: MINUTE_MS, max: 10 },
    { windowMs: DAY_MS, max: 60 },
  ],
};

/** For each upload allowed. */
const REFUNDS = 2;

/** How often a visitor, and the surrounding networks, may add and report pictures, and whether new ones are visible at once. */
@Injectable()
export class GalleryLimits {
  constructor(
    @Inject(Config) private readonly config: Pick<Config, 'gallery'>,
    private readonly limiter: RateLimiter,
    private readonly secret: SiteSecret,
  ) {}

  /** If true, new pictures are shown only after the owner has approved them. */
  get approvesFirst(): boolean {
    return this.config.gallery.approvesFirst;
  }

  /** A keyed hash that distinguishes visitors without revealing their address. */
  visitorOf(request: Request): string {
    return this.secret.sign('visitor', clientNetwork(request));
  }

  /** The same for the sender of a report, by customer: otherwise one customer with three networks could hide a picture. */
  reporterOf(request: Request): string {
    return this.secret.sign('visitor', widestCustomerNetwork(request));
  }

  /** @throws HttpError RATE_LIMITED */
  admitUpload(request: Request): Promise<Ticket> {
    return this.admit('upload', request, this.uploadLimits);
  }

  /**
   * Refunds an upload that the client is told to send again. Only twice for each upload allowed, because a page sends it three times,
   * and because a client can cause such responses on purpose.
   * @throws HttpError RATE_LIMITED
   */
  async refundUpload(request: Request, ticket: Ticket): Promise<void> {
    await this.admit('upload refund', request, scaleLimits(this.uploadLimits, REFUNDS));
    await ticket.refund();
  }

  /** @throws HttpError RATE_LIMITED */
  async admitReport(request: Request): Promise<void> {
    await this.admit('report', request, REPORT_LIMITS);
  }

  private get uploadLimits(): Limits {
    const { uploadsPerMinute, uploadsPerDay } = this.config.gallery;
    return {
      windows: [
        { windowMs: MINUTE_MS, max: uploadsPerMinute },
        { windowMs: DAY_MS, max: uploadsPerDay },
      ],
    };
  }

  private async admit(bucket: string, request: Request, limits: Limits): Promise<Ticket> {
    const wider = widerNetworks(request).map(({ network, factor }) => ({
      client: this.secret.sign('visitor', network),
      limits: scaleLimits(limits, factor),
    }));
    const ticket = await this.limiter.takeAll(bucket, [{ client: this.visitorOf(request), limits }, ...wider]);
    if (typeof ticket !== 'number') return ticket;
    throw new HttpError('RATE_LIMITED', `too many ${bucket} requests`, { 'Retry-After': String(Math.ceil(ticket / 1_000)) });
  }
}
