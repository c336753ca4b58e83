import sqlite3 from 'sqlite3';
import type { QueryRunner, ReplicationMode } from 'typeorm';
import type { SqliteDriver } from 'typeorm/driver/sqlite/SqliteDriver.js';
import { SqliteQueryRunner } from 'typeorm/driver/sqlite/SqliteQueryRunner.js';

type Statement = Parameters<SqliteQueryRunner['query']>;

const READS = /^\s*SELECT\b/i;

/** One writer at a time, first come, first served. */
class WriteQueue {
  private last: Promise<void> = Promise.resolve();

  /** Waits for its turn and returns the function that ends it. */
  async enter(): Promise<() => void> {
    const before = this.last;
    let leave = (): void => undefined;
    this.last = new Promise((done) => {
      leave = done;
    });
    await before;
    return leave;
  }
}

/** Statements on the read-only connection: it sees committed data and never waits for a writer. */
class Reader extends SqliteQueryRunner {
  constructor(
    driver: SqliteDriver,
    private readonly reading: sqlite3.Database,
  ) {
    super(driver);
  }

  override connect(): Promise<sqlite3.Database> {
    return Promise.resolve(this.reading);
  }
}

/** A statement or transaction on the only connection that writes. */
class Writer extends SqliteQueryRunner {
  private leave: (() => void) | null = null;

  constructor(
    driver: SqliteDriver,
    private readonly queue: WriteQueue,
    private readonly reader: Reader,
  ) {
    super(driver);
  }

  override async query(...statement: Statement): ReturnType<SqliteQueryRunner['query']> {
    if (this.isTransactionActive) return super.query(...statement);
    if (READS.test(statement[0])) return this.reader.query(...statement);
    const leave = await this.queue.enter();
    try {
      return await super.query(...statement);
    } finally {
      leave();
    }
  }

  override async startTransaction(): Promise<void> {
    if (this.isTransactionActive) return super.startTransaction();
    this.leave = await this.queue.enter();
    try {
      // Immediately, not at the first write: a transaction that has read and then has to wait for another process would fail.
      await super.query('BEGIN IMMEDIATE');
    } catch (error) {
      this.endTurn();
      throw error;
    }
    this.isTransactionActive = true;
    this.transactionDepth = 1;
  }

  override async commitTransaction(): Promise<void> {
    await super.commitTransaction();
    this.endTurn();
  }

  override async rollbackTransaction(): Promise<void> {
    const isOuter = this.transactionDepth === 1;
    try {
      await super.rollbackTransaction();
    } catch (error) {
      // After some errors, such as a full disk, SQLite has already rolled back by itself.
      if (isOuter) Object.assign(this, { isTransactionActive: false, transactionDepth: 0 });
      throw error;
    } finally {
      this.endTurn();
    }
  }

  private endTurn(): void {
    if (this.isTransactionActive) return;
    this.leave?.();
    this.leave = null;
  }
}

function openReader(path: string, busyTimeoutMs: number): Promise<sqlite3.Database> {
  return new Promise((done, fail) => {
    const reading = new sqlite3.Database(path, sqlite3.OPEN_READWRITE, (error) => (error ? fail(error) : configure()));
    const configure = (): void => {
      // The write-ahead log needs a writable file; `query_only` keeps statements from writing.
      reading.exec(`PRAGMA busy_timeout = ${busyTimeoutMs}; PRAGMA query_only = ON`, (error) =>
        error ? fail(error) : done(reading),
      );
    };
  });
}

/**
 * TypeORM has one connection to SQLite, and one query runner for all requests: writes of others during an open transaction become part of
 * it, are acknowledged before they are committed, and are lost if it rolls back. This gives each statement and each transaction its own
 * runner: writes go through a queue to one connection, reads go to another one.
 * @returns a function that closes the additional connection
 */
export async function separateConnections(driver: SqliteDriver): Promise<() => Promise<void>> {
  const { database, busyTimeout = 0 } = driver.options;
  const reading = await openReader(database, busyTimeout);
  const queue = new WriteQueue();
  const reader = new Reader(driver, reading);
  driver.createQueryRunner = (mode: ReplicationMode): QueryRunner =>
    mode === 'slave' ? new Reader(driver, reading) : new Writer(driver, queue, reader);
  return () => new Promise((done, fail) => reading.close((error) => (error ? fail(error) : done())));
}
