import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';

const text = (name: string, isNullable = false) => ({ name, type: 'text', isNullable });
const price = (name: string) => ({ name, type: 'double precision', isNullable: true });

/**
 * Adds copies stored by name instead of report number, weekly prices, and leases. The old copies are fetched again; the previous release
 * still writes to their table, so `DropReportCopy` drops it later.
 */
export class CreatePriceMemory1793100000000 implements MigrationInterface {
  readonly name = 'CreatePriceMemory1793100000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.createTable(
      new Table({
        name: 'upstream_copy',
        columns: [{ name: 'name', type: 'text', isPrimary: true }, text('source'), text('fetched_at'), text('payload')],
      }),
    );
    await queryRunner.createTable(
      new Table({
        name: 'price_snapshot',
        columns: [
          { name: 'source', type: 'text', isPrimary: true },
          { name: 'week', type: 'text', isPrimary: true },
          { name: 'region', type: 'text', isPrimary: true },
          { name: 'item', type: 'text', isPrimary: true },
          text('commodity'),
          text('section', true),
          text('type'),
          text('condition', true),
          text('package_size', true),
          text('environment', true),
          text('quality_grade', true),
          text('price_unit', true),
          price('price_avg'),
          price('price_min'),
          price('price_max'),
          { name: 'store_count', type: 'integer', isNullable: true },
        ],
        indices: [{ name: 'price_snapshot_series', columnNames: ['source', 'commodity', 'region', 'week'] }],
      }),
    );
    await queryRunner.createTable(
      new Table({
        name: 'lease',
        columns: [{ name: 'name', type: 'text', isPrimary: true }, text('holder'), { name: 'expires_at', type: 'bigint' }],
      }),
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const table of ['lease', 'price_snapshot', 'upstream_copy']) await queryRunner.dropTable(table);
  }
}
