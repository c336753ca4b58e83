import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A running server of the previous release does not know the column: its failures are not judged. */
export class JudgeFailures1794700000000 implements MigrationInterface {
  readonly name = 'JudgeFailures1794700000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    // On SQLite, `addColumn` would copy the table.
    await queryRunner.query('ALTER TABLE view_count ADD COLUMN judged integer NOT NULL DEFAULT 0');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE view_count DROP COLUMN judged');
  }
}
