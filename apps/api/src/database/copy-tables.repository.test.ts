import { aDatabase } from '../test-support/a-database.ts';
import { UpstreamCopyEntity } from '../usda/upstream-copy.entity.ts';
import { OPENED } from '../usda/usda-requests.ts';
import { copyTables } from './copy-tables.ts';

test('reports that visitors have opened, which may take up gigabytes, are not copied', async () => {
  const [from, to] = [await aDatabase(), await aDatabase()];
  const report = { source: 'live', fetchedAt: '2026-09-18T15:00:00.000Z', payload: '[]' } as const;
  const names = [`${OPENED}1 1280 `, `${OPENED}1 2757 Shell Eggs`, 'report 2757', 'report list'];
  await from.database.getRepository(UpstreamCopyEntity).insert(names.map((name) => ({ ...report, name })));
  expect(await copyTables(from.database, to.database)).toMatchObject({ upstream_copy: 2 });
  const copied = await to.database.getRepository(UpstreamCopyEntity).find({ order: { name: 'ASC' } });
  expect(copied.map(({ name }) => name)).toEqual(['report 2757', 'report list']);
  for (const { remove } of [from, to]) await remove();
});
