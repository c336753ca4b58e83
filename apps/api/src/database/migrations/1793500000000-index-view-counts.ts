import { TableIndex, type MigrationInterface, type QueryRunner } from 'typeorm';

/** A trial is judged every half second by the counts of one release; without this index, each judgment would read all counts of a month. */
export class IndexViewCounts1793500000000 implements MigrationInterface {
  readonly name = 'IndexViewCounts1793500000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    const columnNames = ['app', 'release', 'trial', 'hour'];
    await queryRunner.createIndex('view_count', new TableIndex({ name: 'view_count_of_release', columnNames }));
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.dropIndex('view_count', 'view_count_of_release');
  }
}
