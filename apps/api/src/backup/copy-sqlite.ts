import sqlite3 from 'sqlite3';
import { DataSource } from 'typeorm';
import { NOT_COPIED } from '../database/copy-tables.ts';

const BUSY_TIMEOUT_MS = 5_000;

/** Tables first: an index takes less time if the rows are already there. SQLite makes what is named `sqlite_` by itself. */
const SCHEMA = `
  SELECT name, sql, type = 'table' AS is_table FROM site.sqlite_schema
  WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY is_table DESC`;

/**
 * Copies a SQLite database that is in use into a new file, as it is at one point in time, without the rows that are never copied.
 * `VACUUM INTO` would copy those too, and they may be most of the database.
 */
export async function copySqlite(from: string, to: string): Promise<void> {
  const copy = new DataSource({ type: 'sqlite', driver: { verbose: () => sqlite3 }, database: to, busyTimeout: BUSY_TIMEOUT_MS });
  await copy.initialize();
  try {
    // The rows were checked when they were written, and come in any order.
    await copy.query('PRAGMA foreign_keys = OFF');
    await copy.query('ATTACH ? AS site', [from]);
    // One transaction sees one point in time. It writes only into the copy, so no writer of the site has to wait.
    await copy.query('BEGIN');
    const schema: { name: string; sql: string; is_table: 0 | 1 }[] = await copy.query(SCHEMA);
    for (const { name, sql, is_table: isTable } of schema) {
      await copy.query(sql);
      const rows = `INSERT INTO main."${name}" SELECT * FROM site."${name}"`;
      if (name === NOT_COPIED.table) await copy.query(`${rows} WHERE name NOT LIKE ?`, [NOT_COPIED.names]);
      else if (isTable) await copy.query(rows);
    }
    // Numbers that were given to rows since deleted are not given again.
    await copy.query('DELETE FROM main.sqlite_sequence');
    await copy.query('INSERT INTO main.sqlite_sequence SELECT * FROM site.sqlite_sequence');
    await copy.query('COMMIT');
  } finally {
    await copy.destroy();
  }
}
