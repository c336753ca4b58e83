import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';

export class CreateStartCount1794900000000 implements MigrationInterface {
  readonly name = 'CreateStartCount1794900000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.createTable(
      new Table({
        name: 'start_count',
        columns: [
          { name: 'hour', type: 'bigint', isPrimary: true },
          { name: 'release', type: 'text', isPrimary: true },
          { name: 'trial', type: 'integer', isPrimary: true },
          { name: 'documents', type: 'integer' },
          { name: 'starts', type: 'integer' },
        ],
      }),
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.dropTable('start_count');
  }
}
