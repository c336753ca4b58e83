import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';

const key = (name: string) => ({ name, type: 'text', isPrimary: true });
const text = (name: string, isNullable = false) => ({ name, type: 'text', isNullable });

/** Stored weeks in the format they are sent in. The server fills the table from `price_snapshot` when it starts. */
export class CreatePriceSeries1793600000000 implements MigrationInterface {
  readonly name = 'CreatePriceSeries1793600000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.createTable(
      new Table({
        name: 'price_series',
        columns: [
          ...['source', 'commodity', 'region', 'year', 'item'].map(key),
          text('section', true),
          text('type'),
          text('condition', true),
          text('package_size', true),
          text('environment', true),
          text('quality_grade', true),
          text('price_unit', true),
          text('json'),
          text('csv'),
        ],
      }),
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.dropTable('price_series');
  }
}
