import type { DataSource } from 'typeorm';

/**
 * SQL for the milliseconds since 1970 by the database's clock. Processes on several machines agree on when a lease ends only if they
 * share a clock.
 */
export const databaseNow = (database: Pick<DataSource, 'options'>): string =>
  database.options.type === 'postgres'
    ? 'CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)'
    : `CAST(unixepoch('subsec') * 1000 AS INTEGER)`;
