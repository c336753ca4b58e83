import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { Clock } from '../clock.ts';
import { LOGGER } from '../http/logger.ts';
import { UpstreamCache, type UpstreamRequest } from './upstream-cache.ts';
import { UpstreamCopies } from './upstream-copies.ts';
import { UsdaConnection } from './usda-connection.ts';

/** Creates a cache for a request, with all its dependencies. */
@Injectable()
export class UpstreamCaches {
  constructor(
    private readonly copies: UpstreamCopies,
    private readonly connection: UsdaConnection,
    @Inject(Clock) private readonly clock: Pick<Clock, 'now'>,
    @Inject(LOGGER) private readonly logger: Pick<Logger, 'warn'>,
  ) {}

  for<T, Stored = T>(request: UpstreamRequest<T, Stored>): UpstreamCache<T, Stored> {
    const { connection, copies, clock, logger } = this;
    return new UpstreamCache(request, { connection, copies, clock, logger });
  }
}
