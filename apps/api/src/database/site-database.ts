import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { DataSource, QueryFailedError, type QueryRunner, type ReplicationMode } from 'typeorm';
import { SqliteDriver } from 'typeorm/driver/sqlite/SqliteDriver.js';
import { separateConnections } from './sqlite-connections.ts';

/** Serialization failure, deadlock: PostgreSQL rolled back the transaction because of another one. */
const CONFLICTS = new Set(['40001', '40P01']);
const MAX_ATTEMPTS = 12;
const MAX_PAUSE_MS = 20;

interface Unit {
  readonly runner: QueryRunner;
  /** False once its work has ended: statements still running then are no longer part of it. */
  isOpen: boolean;
}

function isConflict(error: unknown): boolean {
  const cause: unknown = error instanceof QueryFailedError ? error.driverError : null;
  return typeof cause === 'object' && cause !== null && 'code' in cause && CONFLICTS.has(String(cause.code));
}

/** The site's database, SQLite or PostgreSQL, with transactions that mean the same on both. */
export class SiteDatabase extends DataSource {
  private readonly units = new AsyncLocalStorage<Unit>();
  private readonly open = new Set<Promise<unknown>>();
  private closeReader = (): Promise<void> => Promise.resolve();

  override async initialize(): Promise<this> {
    await super.initialize();
    if (this.driver instanceof SqliteDriver) this.closeReader = await separateConnections(this.driver);
    return this;
  }

  /** Waits for units of work in progress: TypeORM would release their runner again and again without end, because `runOnce` keeps it. */
  override async destroy(): Promise<void> {
    while (this.open.size > 0) await Promise.allSettled(this.open);
    await this.closeReader();
    await super.destroy();
    // Every promise of the process propagates the context of each storage that was ever used and not disabled.
    this.units.disable();
  }

  /** Inside a unit of work every statement of any repository belongs to its transaction. */
  override createQueryRunner(mode?: ReplicationMode): QueryRunner {
    const unit = this.units.getStore();
    return unit?.isOpen ? unit.runner : super.createQueryRunner(mode);
  }

  /**
   * Runs statements that belong together: all of them are committed when it returns, and none if it throws. Units behave as if they ran
   * one after the other. A nested unit is part of the outer one.
   * @param work statements only: with PostgreSQL it may be repeated
   */
  async unitOfWork<T>(work: () => Promise<T>): Promise<T> {
    if (this.units.getStore()?.isOpen) return work();
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.whileOpen(this.runOnce(work));
      } catch (error) {
        if (attempt === MAX_ATTEMPTS || !isConflict(error)) throw error;
        // Transactions that collided must not collide again.
        await delay(Math.random() * MAX_PAUSE_MS * attempt);
      }
    }
  }

  private async whileOpen<T>(unit: Promise<T>): Promise<T> {
    this.open.add(unit);
    try {
      return await unit;
    } finally {
      this.open.delete(unit);
    }
  }

  private async runOnce<T>(work: () => Promise<T>): Promise<T> {
    const runner = super.createQueryRunner();
    const release = runner.release.bind(runner);
    // Each statement releases the runner that it was given; this one is kept until the end.
    runner.release = () => Promise.resolve();
    const unit = { runner, isOpen: true };
    try {
      await runner.startTransaction('SERIALIZABLE');
      const result = await this.units.run(unit, work);
      unit.isOpen = false;
      await runner.commitTransaction();
      return result;
    } catch (error) {
      unit.isOpen = false;
      // The original error explains the failure; a broken connection has rolled back.
      if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined);
      throw error;
    } finally {
      await release();
    }
  }
}
