import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';

export class CreateReportCopy1793000000000 implements MigrationInterface {
  readonly name = 'CreateReportCopy1793000000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.createTable(
      new Table({
        name: 'report_copy',
        columns: [
          { name: 'slug', type: 'integer', isPrimary: true },
          { name: 'source', type: 'text' },
          { name: 'fetched_at', type: 'text' },
          { name: 'payload', type: 'text' },
        ],
      }),
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.dropTable('report_copy');
  }
}
