import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';

const key = (name: string, type: string) => ({ name, type, isPrimary: true });

export class CreateVitalCount1794600000000 implements MigrationInterface {
  readonly name = 'CreateVitalCount1794600000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.createTable(
      new Table({
        name: 'vital_count',
        columns: [
          key('hour', 'bigint'),
          ...['app', 'release'].map((name) => key(name, 'text')),
          key('trial', 'integer'),
          ...['path', 'device', 'vital'].map((name) => key(name, 'text')),
          key('value_class', 'integer'),
          { name: 'views', type: 'integer' },
        ],
        // A trial is judged every half second.
        indices: [{ name: 'vital_count_of_release', columnNames: ['app', 'release', 'trial', 'vital', 'hour'] }],
      }),
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.dropTable('vital_count');
  }
}
