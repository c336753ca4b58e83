import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';

/** Nothing has used the table since `CreatePriceMemory`, an earlier version of which dropped it in some databases. */
export class DropReportCopy1793800000000 implements MigrationInterface {
  readonly name = 'DropReportCopy1793800000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.dropTable('report_copy', true);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    const text = (name: string) => ({ name, type: 'text' });
    const columns = [{ name: 'slug', type: 'integer', isPrimary: true }, ...['source', 'fetched_at', 'payload'].map(text)];
    await queryRunner.createTable(new Table({ name: 'report_copy', columns }));
  }
}
