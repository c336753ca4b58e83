import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { HttpError } from '../http/app-error.ts';
import { clientNetwork, widerNetworks } from '../rate-limit/client-address.ts';
import { RateLimiter } from '../rate-limit/rate-limiter.ts';
import { scaleLimits, type Limits } from '../rate-limit/sliding-window.ts';
import { SiteSecret } from '../secrets/site-secret.ts';

const MINUTE_MS = 60_000;
/** Playing a run takes nearly a minute. */
const LIMITS: Limits = {
  windows: [
    { windowMs: MINUTE_MS, max: 6 },
    { windowMs: 24 * 60 * MINUTE_MS, max: 200 },
  ],
};

/** How often one visitor, and the wider networks that contain their address, may have a run checked. */
@Injectable()
export class EntryLimits {
  constructor(
    private readonly limiter: RateLimiter,
    private readonly secret: SiteSecret,
  ) {}

  /** @throws HttpError RATE_LIMITED */
  async admit(request: Request): Promise<void> {
    const claim = (network: string, factor: number) => ({
      client: this.secret.sign('visitor', network),
      limits: scaleLimits(LIMITS, factor),
    });
    const wider = widerNetworks(request).map(({ network, factor }) => claim(network, factor));
    const ticket = await this.limiter.takeAll('daily entry', [claim(clientNetwork(request), 1), ...wider]);
    if (typeof ticket !== 'number') return;
    throw new HttpError('RATE_LIMITED', 'daily entries', { 'Retry-After': String(Math.ceil(ticket / 1_000)) });
  }
}
