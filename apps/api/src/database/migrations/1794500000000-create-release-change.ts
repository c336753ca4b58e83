import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';

export class CreateReleaseChange1794500000000 implements MigrationInterface {
  readonly name = 'CreateReleaseChange1794500000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.createTable(
      new Table({
        name: 'release_change',
        columns: [
          { name: 'revision', type: 'bigint', isPrimary: true },
          { name: 'path', type: 'text', isPrimary: true },
          { name: 'text', type: 'text', isNullable: true },
        ],
      }),
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.dropTable('release_change');
  }
}
