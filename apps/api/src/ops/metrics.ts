import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Outcome } from '../http/before-express.ts';
import { ServerLoad } from '../http/server-load.ts';

const SECONDS_PER_MS = 1e-3;
const KNOWN_METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Route of all pages. */
const PAGE = 'page';

/** A handful of names, whatever addresses are requested. */
function routeOf(request: IncomingMessage, url: string): string {
  if (url.startsWith('/r/')) return 'release file';
  const route: unknown = 'route' in request ? request.route : null;
  const path =
    typeof route === 'object' && route !== null && 'path' in route && typeof route.path === 'string' ? route.path : null;
  if (path === null) return 'none';
  return path.includes('*') ? (path.startsWith('/api') ? 'none' : PAGE) : path;
}

/** Counters of this process in the format of Prometheus; each server has its own. */
@Injectable()
export class Metrics {
  readonly registry = new Registry();
  private readonly requests = new Counter({
    name: 'http_requests_total',
    help: 'Requests answered',
    labelNames: ['method', 'route', 'status'],
    registers: [this.registry],
  });
  private readonly durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the start of handling a request to the end of its response',
    labelNames: ['route'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [this.registry],
  });

  constructor(load: ServerLoad) {
    collectDefaultMetrics({ register: this.registry });
    // Only the operator needs to know which version is running.
    this.registry.removeSingleMetric('nodejs_version_info');
    const inFlight = new Gauge({
      name: 'http_requests_in_flight',
      help: 'Calls under /api in progress',
      collect(): void {
        this.set(load.requestsInFlight);
      },
      registers: [],
    });
    this.registry.registerMetric(inFlight);
  }

  /**
   * Counts a request whose response is finished or aborted.
   * @param request the request once Express has matched its route
   * @param url as sent
   */
  count(request: IncomingMessage, url: string, { status, durationMs, isRenderedPage }: Outcome): void {
    const route = isRenderedPage ? PAGE : routeOf(request, url);
    const method = KNOWN_METHODS.has(request.method ?? '') ? request.method : 'other';
    this.requests.inc({ method, route, status });
    this.durations.observe({ route }, durationMs * SECONDS_PER_MS);
  }
}
