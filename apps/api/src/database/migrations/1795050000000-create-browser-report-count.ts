import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';

const key = (name: string, type: string) => ({ name, type, isPrimary: true });

export class CreateBrowserReportCount1795050000000 implements MigrationInterface {
  readonly name = 'CreateBrowserReportCount1795050000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.createTable(
      new Table({
        name: 'browser_report_count',
        columns: [
          key('day', 'integer'),
          ...['kind', 'app', 'release', 'path', 'what', 'browser'].map((name) => key(name, 'text')),
          { name: 'reports', type: 'integer' },
        ],
      }),
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.dropTable('browser_report_count');
  }
}
