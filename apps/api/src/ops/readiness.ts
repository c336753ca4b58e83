import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { LOGGER } from '../http/logger.ts';

const LARGEST_USER_VERSION = 0x7fffffff;

@Injectable()
export class Readiness {
  private check: Promise<boolean> | null = null;

  constructor(
    private readonly database: DataSource,
    @Inject(LOGGER) private readonly logger: Pick<Logger, 'warn'>,
  ) {}

  /** True when the database takes a write and gives it back. Callers at the same moment share one probe. */
  isReady(): Promise<boolean> {
    this.check ??= this.probe().finally(() => {
      this.check = null;
    });
    return this.check;
  }

  /** `user_version` is a number in the file's header that SQLite leaves to the application: a real write, and no table. */
  private async probe(): Promise<boolean> {
    try {
      const [before] = await this.readUserVersion();
      const next = ((before ?? 0) + 1) % LARGEST_USER_VERSION;
      await this.database.query(`PRAGMA user_version = ${next}`);
      const [after] = await this.readUserVersion();
      return after === next;
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      this.logger.warn({ event: 'not-ready', message });
      return false;
    }
  }

  private async readUserVersion(): Promise<number[]> {
    const rows: { user_version: number }[] = await this.database.query('PRAGMA user_version');
    return rows.map((row) => row.user_version);
  }
}
