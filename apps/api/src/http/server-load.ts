import { monitorEventLoopDelay, type IntervalHistogram } from 'node:perf_hooks';
import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';

const RESOLUTION_MS = 10;
/** The interval over which the delay is measured. */
const SPAN_MS = 500;
const NANOSECONDS_PER_MS = 1e6;

/** How busy the process currently is. */
@Injectable()
export class ServerLoad implements OnModuleInit, OnModuleDestroy {
  private histogram: IntervalHistogram | null = null;
  private timer: NodeJS.Timeout | null = null;
  /** Mean milliseconds by which timers were late. */
  eventLoopDelayMs = 0;
  requestsInFlight = 0;

  onModuleInit(): void {
    const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
    histogram.enable();
    this.histogram = histogram;
    this.timer = setInterval(() => {
      const mean = histogram.mean / NANOSECONDS_PER_MS - RESOLUTION_MS;
      this.eventLoopDelayMs = Number.isFinite(mean) ? Math.max(mean, 0) : 0;
      histogram.reset();
    }, SPAN_MS);
    this.timer.unref();
  }

  onModuleDestroy(): void {
    if (this.timer) clearInterval(this.timer);
    this.histogram?.disable();
  }
}
