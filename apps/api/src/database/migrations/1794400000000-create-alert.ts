import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';

const column = (name: string, type: string, isNullable = false) => ({ name, type, isNullable });

export class CreateAlert1794400000000 implements MigrationInterface {
  readonly name = 'CreateAlert1794400000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.createTable(
      new Table({
        name: 'alert',
        columns: [
          ...['kind', 'subject'].map((name) => ({ ...column(name, 'text'), isPrimary: true })),
          column('what', 'text'),
          column('raised_at', 'bigint'),
          column('cleared_at', 'bigint', true),
          column('told_at', 'bigint', true),
          column('is_told', 'boolean'),
          column('times', 'integer'),
        ],
      }),
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.dropTable('alert');
  }
}
