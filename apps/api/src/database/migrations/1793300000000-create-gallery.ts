import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';

const column = (name: string, type: string) => ({ name, type });

export class CreateGallery1793300000000 implements MigrationInterface {
  readonly name = 'CreateGallery1793300000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.createTable(
      new Table({
        name: 'submission',
        columns: [
          { name: 'sequence', type: 'integer', isPrimary: true, isGenerated: true, generationStrategy: 'increment' },
          { ...column('id', 'text'), isUnique: true },
          column('status', 'text'),
          column('is_reviewed', 'boolean'),
          { ...column('exhibit', 'text'), isNullable: true },
          column('flower_count', 'integer'),
          column('width', 'integer'),
          column('height', 'integer'),
          column('bytes', 'integer'),
          column('image_hash', 'text'),
          column('content_hash', 'text'),
          column('difference_hash', 'text'),
          { ...column('idempotency_key', 'text'), isNullable: true, isUnique: true },
          column('visitor', 'text'),
          column('created_at', 'text'),
        ],
        indices: [
          { name: 'submission_list', columnNames: ['status', 'sequence'] },
          { name: 'submission_list_of_exhibit', columnNames: ['status', 'exhibit', 'sequence'] },
          { name: 'submission_recent', columnNames: ['created_at'] },
        ],
      }),
    );
    await queryRunner.createTable(
      new Table({
        name: 'picture_report',
        columns: [
          { ...column('submission_id', 'text'), isPrimary: true },
          { ...column('visitor', 'text'), isPrimary: true },
          column('reason', 'text'),
          column('created_at', 'text'),
        ],
      }),
    );
    await queryRunner.createTable(
      new Table({
        name: 'banned_picture',
        columns: [{ ...column('difference_hash', 'text'), isPrimary: true }, column('created_at', 'text')],
      }),
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const table of ['banned_picture', 'picture_report', 'submission']) await queryRunner.dropTable(table);
  }
}
