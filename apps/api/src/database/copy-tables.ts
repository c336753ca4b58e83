import { Like, Not, type DataSource, type EntityManager, type EntityMetadata, type ObjectLiteral } from 'typeorm';

const ROWS_PER_STEP = 500;

/**
 * Rows that are never copied, by a pattern of their names: the reports that visitors have opened may take up gigabytes, change every day,
 * and are requested from USDA again. The names are those of `OPENED` in `usda/`, which needs the database and so cannot be imported here.
 */
export const NOT_COPIED = { table: 'upstream_copy', names: 'open report %' } as const;

/** Finds the row that a database rejects within a batch that it rejected. @throws Error naming the row */
async function nameRejected(
  to: EntityManager,
  { target, tableName, primaryColumns }: EntityMetadata,
  rows: readonly ObjectLiteral[],
) {
  for (const row of rows) {
    try {
      // A savepoint, because PostgreSQL accepts no further statements after an error.
      await to.transaction((inner) => inner.createQueryBuilder().insert().into(target).values(row).execute());
    } catch (cause) {
      const key = primaryColumns.map((column) => `${column.databaseName} ${String(column.getEntityValue(row))}`).join(', ');
      const reason = cause instanceof Error ? cause.message : String(cause);
      const name = to.connection.options.type === 'postgres' ? 'PostgreSQL' : 'SQLite';
      throw new Error(`nothing was copied: ${name} rejects the row ${key} of the table ${tableName}: ${reason}`, { cause });
    }
  }
}

/**
 * Copies a table in key order. Returns the number of rows. On PostgreSQL, TypeORM does not insert the values of an
 * auto-increment column: the database numbers the rows again, in the same order, and continues from there.
 */
async function copyTable(from: EntityManager, to: EntityManager, table: EntityMetadata): Promise<number> {
  const { target, tableName, primaryColumns } = table;
  const source = from.getRepository(target);
  if ((await to.getRepository(target).count()) > 0)
    throw new Error(`the table ${tableName} already has rows; nothing is overwritten`);
  const where = tableName === NOT_COPIED.table ? { name: Not(Like(NOT_COPIED.names)) } : {};
  const order = Object.fromEntries(primaryColumns.map((column) => [column.propertyName, 'ASC' as const]));
  let copied = 0;
  for (;;) {
    const rows = await source.find({ where, order, skip: copied, take: ROWS_PER_STEP });
    if (rows.length === 0) return copied;
    try {
      await to.transaction((inner) => inner.createQueryBuilder().insert().into(target).values(rows).execute());
    } catch (cause) {
      await nameRejected(to, table, rows);
      throw cause;
    }
    copied += rows.length;
  }
}

/**
 * Copies the rows of the site into a database with the same, empty tables: all or nothing, without those that are never copied.
 * Rows that change meanwhile are copied as they were at one point in time.
 * @returns rows by table
 * @throws Error naming a row that the other database rejects, or a table that is not empty
 */
export function copyTables(from: DataSource, to: DataSource): Promise<Record<string, number>> {
  return from.transaction('postgres' === from.options.type ? 'REPEATABLE READ' : 'SERIALIZABLE', (source) =>
    to.transaction(async (target) => {
      const rows: Record<string, number> = {};
      for (const table of from.entityMetadatas) rows[table.tableName] = await copyTable(source, target, table);
      return rows;
    }),
  );
}
