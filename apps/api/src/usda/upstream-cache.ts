import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import { withDeadline } from '../http/deadline.ts';
import type { WorkQueue } from '../http/work-queue.ts';
import type { UpstreamCopies } from './upstream-copies.ts';
import type { UpstreamCopy } from './upstream-copy.repository.ts';
import type { UsdaConnection } from './usda-connection.ts';
import { UpstreamError, UsdaKeyMissingError } from './usda.errors.ts';

const FRESH_MS = 15 * 60_000;
/** An empty response does not replace a full copy younger than this unless USDA repeats it. */
const KEEP_FULL_MS = 7 * 24 * 3_600_000;
/** After this many failures in a row the circuit breaker opens for a while; then one caller tries again. */
const FAILURES_TO_OPEN = 5;
const OPEN_MS = 30_000;
/** How often a process checks whether another has stored the response. */
const POLL_INTERVAL_MS = 100;

export interface CachedResponse<T> extends UpstreamCopy<T> {
  /** True if older than the freshness window; a newer copy is being fetched. */
  readonly stale: boolean;
}

/** What to request, and how to read the response. `T` is the form of a stored response that is kept in memory. */
export interface UpstreamRequest<T, Stored = T> {
  /** Name of the stored copy, also used in the log. */
  readonly name: string;
  readonly ask: (signal: AbortSignal) => Promise<Stored>;
  /** Reads a response as it was stored. @throws if it has a different shape */
  readonly parse: (value: unknown) => T;
  readonly isEmpty: (value: T) => boolean;
  /** Kind and name of the job that is stored with each new response to process it. */
  readonly followUp?: string;
  /** Where stored copies are read, if they are large. */
  readonly queue?: Pick<WorkQueue, 'run'>;
  /** Where requests wait for their turn, if only a few may be sent at a time. */
  readonly asking?: Pick<WorkQueue, 'run'>;
}

interface UpstreamCacheServices {
  readonly connection: UsdaConnection;
  readonly copies: Pick<UpstreamCopies, 'find' | 'fetchedAt' | 'save' | 'acquire'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly logger: Pick<Logger, 'warn'>;
}

/**
 * Caches the last good response to one request: returns a stored copy immediately, and refreshes it in the background if it is
 * old; waits for the source only if none is stored. All callers of all processes share one request.
 */
export class UpstreamCache<T, Stored = T> {
  private readonly stopping = new AbortController();
  /** The stored copy as last read: it is read again only when another one has been stored. */
  private known: UpstreamCopy<T> | null = null;
  private reading: Promise<UpstreamCopy<T> | null> | null = null;
  private refresh: Promise<UpstreamCopy<T>> | null = null;
  private pause = { since: 0, ms: 0 };
  private failures = 0;
  private lastError: UpstreamError | null = null;
  private wasEmpty = false;

  constructor(
    private readonly request: UpstreamRequest<T, Stored>,
    private readonly services: UpstreamCacheServices,
  ) {}

  get isAsking(): boolean {
    return this.refresh !== null;
  }

  /** The stored copy, however old; never asks the source. */
  async stored(): Promise<T | null> {
    return (await this.findCopy())?.value ?? null;
  }

  async get(): Promise<CachedResponse<T>> {
    if (this.services.connection.apiKey === null) throw new UsdaKeyMissingError('USDA_API_KEY is not set');
    const copy = await this.findCopy();
    if (!copy) return { ...(await this.waitFor(this.refreshOnce(null))), stale: false };

    const stale = this.isOld(copy, FRESH_MS);
    // The refresh reports its own failure; this visitor already has a response.
    if (stale) this.refreshOnce(copy).catch(() => undefined);
    return { ...copy, stale };
  }

  /**
   * Refreshes a copy older than `ageMs`, if there is a key.
   * @throws UpstreamError, which has been logged; also if the process ends, so that the job continues in another
   */
  async refreshIfOlder(ageMs: number): Promise<void> {
    if (this.services.connection.apiKey === null) return;
    const copy = await this.findCopy();
    if (copy && !this.isOld(copy, ageMs)) return;
    await this.refreshOnce(copy);
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.refresh?.catch(() => undefined);
  }

  private async findCopy(): Promise<UpstreamCopy<T> | null> {
    const { connection, copies } = this.services;
    const fetchedAt = await copies.fetchedAt(this.request.name, connection.source);
    if (fetchedAt === null) return null;
    if (this.known?.fetchedAt === fetchedAt) return this.known;
    this.reading ??= this.readCopy().finally(() => {
      this.reading = null;
    });
    return this.reading;
  }

  private async readCopy(): Promise<UpstreamCopy<T> | null> {
    const { request, services } = this;
    const parse = (payload: string) => request.parse(JSON.parse(payload));
    const read = () => services.copies.find(request.name, services.connection.source, parse);
    this.known = await (request.queue ? request.queue.run(read) : read());
    return this.known;
  }

  private nowMs(): number {
    return this.services.clock.now().getTime();
  }

  private isOld(copy: UpstreamCopy<T>, limitMs: number): boolean {
    const age = this.nowMs() - Date.parse(copy.fetchedAt);
    return age < 0 || age >= limitMs;
  }

  private refreshOnce(copy: UpstreamCopy<T> | null): Promise<UpstreamCopy<T>> {
    const pauseMs = this.pauseLeftMs();
    if (!this.refresh && pauseMs > 0) {
      const { code, message } = this.lastError ?? { code: 'USDA_UNREACHABLE' as const, message: 'requests to USDA are paused' };
      return Promise.reject(new UpstreamError(code, `no new request yet: ${message}`, Math.ceil(pauseMs / 1_000)));
    }
    const { refreshDeadlineMs } = this.services.connection;
    const refresh = (signal: AbortSignal) => this.refreshInTurn(copy, signal);
    this.refresh ??= withDeadline(refreshDeadlineMs, this.stopping.signal, refresh).finally(() => {
      this.refresh = null;
    });
    return this.refresh;
  }

  /** If the clock has been set back, the pause is over: it would last for as long as the clock was wrong. */
  private pauseLeftMs(): number {
    const passedMs = this.nowMs() - this.pause.since;
    return passedMs < 0 ? 0 : this.pause.ms - passedMs;
  }

  /** The process that holds the lease asks; the others wait for it to store the response, and do not use up a turn meanwhile. */
  private async refreshInTurn(copy: UpstreamCopy<T> | null, signal: AbortSignal): Promise<UpstreamCopy<T>> {
    const { asking } = this.request;
    const turn = () => this.refreshWithLease(copy, signal);
    const ask = () => (asking ? asking.run(turn) : turn());
    let refreshed = await ask();
    while (refreshed === null) {
      await delay(POLL_INTERVAL_MS, undefined, { signal }).catch(() => {
        throw new UpstreamError('USDA_TIMEOUT', 'another process did not store a response before the deadline');
      });
      refreshed = (await this.findNewer(copy)) ?? (await ask());
    }
    return refreshed;
  }

  private async findNewer(copy: UpstreamCopy<T> | null): Promise<UpstreamCopy<T> | null> {
    const found = await this.findCopy();
    return found?.fetchedAt === copy?.fetchedAt ? null : found;
  }

  /** Null if another process holds the lease. It is not taken earlier: a process waiting for a turn would keep the others from asking. */
  private async refreshWithLease(copy: UpstreamCopy<T> | null, signal: AbortSignal): Promise<UpstreamCopy<T> | null> {
    if (signal.aborted) throw new UpstreamError('USDA_TIMEOUT', 'the deadline passed before there was a turn to ask USDA');
    const lease = await this.services.copies.acquire(`usda ${this.request.name}`);
    if (lease === null) return null;
    try {
      // The previous holder of the lease may have stored a response after this process last checked.
      const newer = await this.findNewer(copy);
      if (newer && !this.isOld(newer, FRESH_MS)) return newer;
      return await this.askAndStore(copy, signal);
    } finally {
      // The copy is stored in any case: a lease that cannot be released expires.
      await lease.release().catch(() => undefined);
    }
  }

  private async askAndStore(copy: UpstreamCopy<T> | null, signal: AbortSignal): Promise<UpstreamCopy<T>> {
    const { request, services } = this;
    try {
      const stored = await request.ask(signal);
      const value = request.parse(stored);
      this.failures = 0;
      const isEmpty = request.isEmpty(value);
      const isDoubtful = isEmpty && !this.wasEmpty && copy !== null && !this.isOld(copy, KEEP_FULL_MS);
      this.wasEmpty = isEmpty;
      if (isDoubtful && !request.isEmpty(copy.value)) {
        // An empty response is confirmed later, not by the next visitor's request.
        this.pause = { since: this.nowMs(), ms: FRESH_MS };
        return copy;
      }
      const fetchedAt = services.clock.now().toISOString();
      // A job does the rest: storing a thousand rows of prices takes longer than storing the response, and must survive a crash.
      const { followUp } = request;
      const job = followUp === undefined ? null : { name: followUp, kind: followUp };
      await services.copies.save(request.name, services.connection.source, { value: stored, fetchedAt }, job);
      this.known = { value, fetchedAt };
      return this.known;
    } catch (error) {
      this.noteFailure(error);
      throw error;
    }
  }

  private noteFailure(error: unknown): void {
    const failure = error instanceof UpstreamError ? error : null;
    this.failures += 1;
    this.lastError = failure;
    // A failure while half-open opens the breaker again.
    const openMs = this.failures >= FAILURES_TO_OPEN ? OPEN_MS : 0;
    const askedMs = (failure?.retryAfterSeconds ?? 0) * 1_000;
    this.pause = { since: this.nowMs(), ms: Math.max(openMs, askedMs) };
    this.services.logger.warn({
      event: 'usda-refresh-failed',
      request: this.request.name,
      code: failure?.code ?? 'INTERNAL',
      message: error instanceof Error ? error.message : String(error),
    });
  }

  /** Gives up for this visitor only: the request continues, and the next visitor gets its result. */
  private async waitFor(refresh: Promise<UpstreamCopy<T>>): Promise<UpstreamCopy<T>> {
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(
        () => reject(new UpstreamError('USDA_TIMEOUT', 'USDA did not respond while the visitor waited')),
        this.services.connection.visitorWaitMs,
      );
    });
    try {
      return await Promise.race([refresh, timeout]);
    } finally {
      clearTimeout(timer);
    }
  }
}
