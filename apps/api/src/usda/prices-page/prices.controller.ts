import { Controller, Get, Inject, Post, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { NotStored } from '../../http/not-stored.ts';
import { JobRunner } from '../../jobs/job-runner.ts';
import { OwnerOnly } from '../../ops/owner.guard.ts';
import { sendOwnerPage } from '../../owner-area/owner-document.ts';
import { RateLimiter } from '../../rate-limit/rate-limiter.ts';
import { FETCH_NOW } from '../usda-jobs.ts';
import { PRICES_PATH, pricesPage } from './prices-page.ts';
import { PricesState } from './prices-state.ts';

/** USDA publishes weekly: more requests would only annoy it. */
const FETCHES = { windows: [{ windowMs: 10 * 60_000, max: 3 }] };

/** The owner's page on prices. */
@ApiExcludeController()
@NotStored()
@Controller(PRICES_PATH)
export class PricesController {
  constructor(
    private readonly prices: PricesState,
    @Inject(JobRunner) private readonly jobs: Pick<JobRunner, 'enqueue' | 'look'>,
    @Inject(RateLimiter) private readonly limiter: Pick<RateLimiter, 'take'>,
  ) {}

  @Get()
  @OwnerOnly({ asksForToken: true })
  async page(@Res() response: Response): Promise<void> {
    sendOwnerPage(response, PRICES_PATH, pricesPage(await this.prices.read(), null));
  }

  @Post()
  @OwnerOnly({ asksForToken: true })
  async fetchNow(@Res() response: Response): Promise<void> {
    const waitMs = this.prices.hasKey ? await this.limiter.take('fetch-prices', 'owner', FETCHES) : null;
    if (typeof waitMs === 'number') {
      const seconds = Math.ceil(waitMs / 1_000);
      response.status(429).set('Retry-After', String(seconds));
      const problem = `Prices were fetched too often. Try again in ${seconds} seconds.`;
      return sendOwnerPage(response, PRICES_PATH, pricesPage(await this.prices.read(), problem));
    }
    if (waitMs !== null) {
      await this.jobs.enqueue({ name: FETCH_NOW, kind: FETCH_NOW });
      this.jobs.look();
    }
    response.redirect(303, PRICES_PATH);
  }
}
