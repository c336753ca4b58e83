import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';

/** Counts are written in batches, so that many visitors cause few writes. */
const WRITE_EVERY_MS = 500;

/** A service that adds up counts in memory and writes them twice a second. */
export abstract class CountBatch<Row extends object> implements OnApplicationBootstrap, OnModuleDestroy {
  private waiting = new Map<string, Row>();
  private timer: NodeJS.Timeout | null = null;
  private writing: Promise<void> = Promise.resolve();

  /**
   * @param maxRows of one batch; further rows are not counted
   * @param merge combines two rows with the same key
   * @param lost called for a batch that could not be written: serving pages matters more than counting views
   */
  protected constructor(
    private readonly maxRows: number,
    private readonly merge: (known: Row, row: Row) => Row,
    private readonly write: (rows: readonly Row[]) => Promise<void>,
    private readonly lost: (rows: number, error: unknown) => void,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.flush(), WRITE_EVERY_MS);
    this.timer.unref();
  }

  async onModuleDestroy(): Promise<void> {
    if (this.timer) clearInterval(this.timer);
    await this.flush();
  }

  /** @param key what identifies the row */
  protected add(key: readonly (string | number)[], row: Row): void {
    const name = key.join(' ');
    const known = this.waiting.get(name);
    if (!known && this.waiting.size >= this.maxRows) return;
    this.waiting.set(name, known ? this.merge(known, row) : row);
  }

  /** Writes what is waiting. Never twice at the same time. */
  flush(): Promise<void> {
    const before = this.writing;
    this.writing = (async () => {
      await before;
      // In the same order everywhere, so that two processes adding to the same rows cannot deadlock.
      const rows = [...this.waiting].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
      if (rows.length === 0) return;
      this.waiting = new Map();
      await this.write(rows).catch((error: unknown) => this.lost(rows.length, error));
    })();
    return this.writing;
  }
}
