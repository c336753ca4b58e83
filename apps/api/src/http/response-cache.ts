import type { ResponseEncoding, ReadyResponse } from './ready-response.ts';
import type { WorkQueue } from './work-queue.ts';

/** Overhead of an entry in addition to the response. */
const ENTRY_BYTES = 1_000;

interface Entry {
  readonly response: Promise<ReadyResponse>;
  /** 0 until the response has been made. */
  weight: number;
}

/**
 * An LRU cache of responses, limited by size in bytes. Each is made and compressed in a queue; concurrent callers with the same key share
 * one computation.
 */
export class ResponseCache {
  /** The least recently used entry first. */
  private readonly entries = new Map<string, Entry>();
  private bytes = 0;

  constructor(
    private readonly maxBytes: number,
    private readonly queue: Pick<WorkQueue, 'run'>,
  ) {}

  /**
   * @returns the response, with its body in this encoding
   * @throws HttpError OVERLOADED if the queue is full
   */
  async get(key: string, encoding: ResponseEncoding, make: () => Promise<ReadyResponse>): Promise<ReadyResponse> {
    const response = await this.made(key, make);
    if (!response.has(encoding)) await this.queue.run(() => response.body(encoding));
    return response;
  }

  private made(key: string, make: () => Promise<ReadyResponse>): Promise<ReadyResponse> {
    const known = this.entries.get(key);
    if (known) {
      this.entries.delete(key);
      this.entries.set(key, known);
      return known.response;
    }
    const entry: Entry = { response: this.queue.run(make), weight: 0 };
    this.entries.set(key, entry);
    entry.response.then(
      ({ weight }) => this.weigh(key, entry, ENTRY_BYTES + weight),
      () => this.entries.delete(key),
    );
    return entry.response;
  }

  private weigh(key: string, entry: Entry, weight: number): void {
    entry.weight = weight;
    this.bytes += weight;
    for (const [oldest, { weight: freed }] of this.entries) {
      if (this.bytes <= this.maxBytes) return;
      // A response that is being made has no size yet, and the newest one is kept whatever its size.
      if (freed === 0 || oldest === key) continue;
      this.entries.delete(oldest);
      this.bytes -= freed;
    }
  }
}
