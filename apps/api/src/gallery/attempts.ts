import type { Logger } from 'pino';
import { GalleryError } from './gallery.errors.ts';

/** Files in a row that cannot be reached: the store is away, and each of the others would be waited for. */
const MAX_UNREACHED = 5;

/** Work on many files or pictures, of which one that cannot be handled must not keep all others from it. */
export class Attempts {
  /** What could not be done, by name. */
  readonly stuck: string[] = [];
  /** The rest of a list was left to the next time. */
  isGivenUp = false;
  private unreached = 0;

  constructor(
    private readonly signal: AbortSignal,
    private readonly logger: Pick<Logger, 'warn'>,
  ) {}

  /** Failures of the list before do not count. */
  beginList(): void {
    this.unreached = 0;
  }

  /** Returns true when the store is away. */
  givesUp(): boolean {
    if (this.unreached < MAX_UNREACHED) return false;
    this.isGivenUp = true;
    return true;
  }

  /** Undefined: it could not be done. */
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
