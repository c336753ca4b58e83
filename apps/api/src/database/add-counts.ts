import type { ObjectLiteral, Repository } from 'typeorm';

/**
 * Adds to the counts of rows, and creates those that are missing: several processes may add to the same rows. A single statement costs a
 * single write to the disk.
 * @param rows no two with the same primary key
 * @param summed the columns that are added to; all others outside the primary key get the values of the new row
 */
export async function addCounts<Row extends ObjectLiteral>(
  repository: Repository<Row>,
  rows: readonly { readonly [Name in keyof Row]: unknown }[],
  summed: readonly (keyof Row & string)[],
): Promise<void> {
  if (rows.length === 0) return;
  const { tableName, columns } = repository.metadata;
  // PostgreSQL numbers its parameters with `$`; SQLite treats that as a name, and compares each name with all before it.
  const mark = repository.manager.connection.options.type === 'postgres' ? '$' : '?';
  const placeholdersOf = (row: number): string => columns.map((_, column) => mark + (row * columns.length + column + 1)).join();
  const keys = columns.filter(({ isPrimary }) => isPrimary).map(({ databaseName }) => databaseName);
  const changes = columns
    .filter(({ isPrimary }) => !isPrimary)
    .map(({ databaseName: name, propertyName }) =>
      summed.includes(propertyName) ? `${name} = ${tableName}.${name} + excluded.${name}` : `${name} = excluded.${name}`,
    );
  await repository.query(
    `INSERT INTO ${tableName} (${columns.map(({ databaseName }) => databaseName).join()})
     VALUES ${rows.map((_, row) => `(${placeholdersOf(row)})`).join()}
     ON CONFLICT (${keys.join()}) DO UPDATE SET ${changes.join()}`,
    rows.flatMap((row) => columns.map(({ propertyName }) => row[propertyName])),
  );
}
