import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';

export class CreateErrorGroup1795100000000 implements MigrationInterface {
  readonly name = 'CreateErrorGroup1795100000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.createTable(
      new Table({
        name: 'error_group',
        columns: [
          { name: 'id', type: 'text', isPrimary: true },
          { name: 'app', type: 'text' },
          { name: 'name', type: 'text' },
          { name: 'message', type: 'text' },
          { name: 'place', type: 'text' },
          { name: 'frames', type: 'text' },
          { name: 'first_seen', type: 'bigint' },
          { name: 'last_seen', type: 'bigint' },
        ],
      }),
    );
    await queryRunner.createTable(
      new Table({
        name: 'error_count',
        columns: [
          { name: 'day', type: 'integer', isPrimary: true },
          { name: 'group_id', type: 'text', isPrimary: true },
          { name: 'release', type: 'text', isPrimary: true },
          { name: 'browser', type: 'text', isPrimary: true },
          { name: 'errors', type: 'integer' },
        ],
      }),
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.dropTable('error_count');
    await queryRunner.dropTable('error_group');
  }
}
