import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';

const column = (name: string, type: string) => ({ name, type });

export class CreateJob1793700000000 implements MigrationInterface {
  readonly name = 'CreateJob1793700000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.createTable(
      new Table({
        name: 'job',
        columns: [
          { ...column('name', 'text'), isPrimary: true },
          column('kind', 'text'),
          column('payload', 'text'),
          column('state', 'text'),
          column('attempts', 'integer'),
          column('run_at', 'bigint'),
          { ...column('holder', 'text'), isNullable: true },
          { ...column('last_error', 'text'), isNullable: true },
        ],
        indices: [{ name: 'job_due', columnNames: ['run_at'] }],
      }),
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.dropTable('job');
  }
}
