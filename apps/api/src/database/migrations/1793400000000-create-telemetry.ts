import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';

const column = (name: string, type: string) => ({ name, type });
const key = (name: string, type: string) => ({ name, type, isPrimary: true });

export class CreateTelemetry1793400000000 implements MigrationInterface {
  readonly name = 'CreateTelemetry1793400000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.createTable(
      new Table({
        name: 'view_count',
        columns: [
          key('hour', 'bigint'),
          key('app', 'text'),
          key('release', 'text'),
          key('trial', 'integer'),
          key('path', 'text'),
          key('outcome', 'text'),
          key('load_class', 'integer'),
          column('views', 'integer'),
          { ...column('message', 'text'), isNullable: true },
        ],
      }),
    );
    await queryRunner.createTable(
      new Table({
        name: 'withdrawal',
        columns: [
          key('app', 'text'),
          key('trial', 'integer'),
          key('release', 'text'),
          column('reason', 'text'),
          column('at', 'text'),
        ],
      }),
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const table of ['withdrawal', 'view_count']) await queryRunner.dropTable(table);
  }
}
