import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';

const column = (name: string, type: string) => ({ name, type });

export class CreateDailyEntry1794300000000 implements MigrationInterface {
  readonly name = 'CreateDailyEntry1794300000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.createTable(
      new Table({
        name: 'daily_entry',
        columns: [
          { ...column('id', 'text'), isPrimary: true },
          ...['day', 'initials', 'run'].map((name) => column(name, 'text')),
          ...['score', 'shots'].map((name) => column(name, 'integer')),
          ...['run_hash', 'created_at'].map((name) => column(name, 'bigint')),
        ],
        indices: [
          { name: 'daily_entry_board', columnNames: ['day', 'score', 'shots', 'created_at'] },
          { name: 'daily_entry_once', columnNames: ['day', 'run_hash'], isUnique: true },
        ],
      }),
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.dropTable('daily_entry');
  }
}
