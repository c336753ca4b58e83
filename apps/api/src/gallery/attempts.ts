import type { Logger } from 'pino';
import { GalleryError } from './gallery.errors.ts';

/** After this many unreachable files in a row the store counts as unavailable, to avoid waiting for each of the others. */
const MAX_UNREACHED = 5;

/** Work on many files or pictures, in which one failure must not stop the others. */
export class Attempts {
  /** Names of what failed. */
  readonly stuck: string[] = [];
  /** True if the rest of a list was left for the next run. */
  hasGivenUp = false;
  private unreached = 0;

  constructor(
    private readonly signal: AbortSignal,
    private readonly logger: Pick<Logger, 'warn'>,
  ) {}

  /** Failures in earlier lists do not count. */
  beginList(): void {
    this.unreached = 0;
  }

  /** Returns true if the store is unavailable. */
  givesUp(): boolean {
    if (this.unreached < MAX_UNREACHED) return false;
    this.hasGivenUp = true;
    return true;
  }

  /** Returns undefined if it failed. */
  async try<T>(name: string, work: () => Promise<T>): Promise<T | undefined> {
    this.signal.throwIfAborted();
    try {
      const done = await work();
      this.unreached = 0;
      return done;
    } catch (error) {
      this.stuck.push(name);
      this.unreached = error instanceof GalleryError && error.code === 'STORE_UNAVAILABLE' ? this.unreached + 1 : 0;
      this.logger.warn({ event: 'gallery-file-stuck', name, message: error instanceof Error ? error.message : String(error) });
      return undefined;
    }
  }
}
