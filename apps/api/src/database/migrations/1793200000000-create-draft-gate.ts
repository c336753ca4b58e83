import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';

export class CreateDraftGate1793200000000 implements MigrationInterface {
  readonly name = 'CreateDraftGate1793200000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.createTable(
      new Table({
        name: 'setting',
        columns: [
          { name: 'name', type: 'text', isPrimary: true },
          { name: 'value', type: 'text' },
        ],
      }),
    );
    await queryRunner.createTable(
      new Table({
        name: 'rate_hit',
        columns: [
          { name: 'id', type: 'text', isPrimary: true },
          { name: 'bucket', type: 'text' },
          { name: 'client', type: 'text' },
          { name: 'at', type: 'bigint' },
        ],
        indices: [{ name: 'rate_hit_client', columnNames: ['bucket', 'client', 'at'] }],
      }),
    );
    await queryRunner.createTable(
      new Table({
        name: 'draft_session',
        columns: [
          { name: 'token_hash', type: 'text', isPrimary: true },
          { name: 'expires_at', type: 'bigint' },
        ],
      }),
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const table of ['draft_session', 'rate_hit', 'setting']) await queryRunner.dropTable(table);
  }
}
