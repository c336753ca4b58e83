import type { DataSource } from 'typeorm';

/**
 * SQL for the milliseconds since 1970 as the database counts them. Processes on several machines agree on when a lease ends only if one
 * clock tells.
 */
export const databaseNow = (database: Pick<DataSource, 'options'>): string =>
  database.options.type === 'postgres'
    ? 'CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)'
    : `CAST(unixepoch('subsec') * 1000 AS INTEGER)`;
