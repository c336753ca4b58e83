import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';

export class CreateModeration1795000000000 implements MigrationInterface {
  readonly name = 'CreateModeration1795000000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.createTable(
      new Table({
        name: 'moderation',
        columns: [
          { name: 'sequence', type: 'integer', isPrimary: true, isGenerated: true, generationStrategy: 'increment' },
          { name: 'batch', type: 'text' },
          { name: 'created_at', type: 'text' },
          { name: 'by', type: 'text' },
          { name: 'decision', type: 'text' },
          { name: 'submission_id', type: 'text' },
          { name: 'status_before', type: 'text' },
          { name: 'reviewed_before', type: 'boolean' },
          { name: 'banned_hash', type: 'text', isNullable: true },
          { name: 'undone_at', type: 'text', isNullable: true },
        ],
        indices: [{ name: 'moderation_batch', columnNames: ['batch'] }],
      }),
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.dropTable('moderation');
  }
}
