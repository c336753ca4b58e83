import { appendFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { aMappedRelease, MAP, type MappedRelease } from '../test-support/a-mapped-release.ts';
import { releaseIn } from '../test-support/a-team.ts';
import { DAY_MS, ErrorGroupsRepository } from './error-groups.repository.ts';
import { ErrorRetention } from './error-retention.ts';

let site: MappedRelease;
beforeEach(async () => {
  site = await aMappedRelease();
});
afterEach(() => site.api.close());

test('a release whose scripts are unchanged replaces their maps', async () => {
  const moved = MAP.replace('AAWA', 'AAYA');
  expect(releaseIn((await site.eggs.site('release', ...(await site.eggs.build('eggs', { map: moved })), ...site.to))[1])).toBe(
    site.release,
  );
  await site.send();
  expect((await site.stored()).map(({ place }) => place)).toEqual(['apps/eggs/src/eggs.page.tsx:13']);
});

test('a map that is small enough for one script is still rejected as the map of a smaller one', async () => {
  const map = JSON.stringify({ ...JSON.parse(MAP), names: ['n'.repeat(100_000)] });
  const build = await site.eggs.build('eggs', { map });
  const assets = join(build.at(-1) ?? '', 'assets');
  await appendFile(join(assets, 'one.js'), `// ${'x'.repeat(20_000)}`);
  await writeFile(join(assets, 'two.js'), 'export {};');
  await writeFile(join(assets, 'two.js.map'), map);
  expect((await site.eggs.site('check', ...build, ...site.to))[1]).toMatch(/assets\/two\.js\.map has more than 50100 bytes/);
});

test('a frame that no map resolves is shown as sent, and the message determines the group', async () => {
  await site.send({
    frames: [site.frameAt(7, 1), `/r/eggs/${site.release}/remoteEntry.js:1:1`, `/r/eggs/9.9.9-0123456789ab/assets/one.js:1:5`],
  });
  const [group] = await site.stored();
  expect(group?.place).toBe('');
  expect(group?.frames.map(({ file, isResolved }) => [file, isResolved])).toEqual([
    ['assets/one.js', false],
    ['remoteEntry.js', false],
    ['assets/one.js', false],
  ]);
});

test('the number of groups is limited: the rarest are dropped first, and of those the oldest', async () => {
  const repository = site.api.get(ErrorGroupsRepository);
  const error = (id: string, errors: number, seenAt: number) => ({
    ...{ group: { id, app: 'eggs', name: 'Error', message: '', place: '', frames: [] }, day: 20_000 },
    ...{ release: site.release, browser: 'Safari', errors, seenAt },
  });
  await repository.add([error('common', 9, 1), error('old', 1, 2), error('newer', 1, 3)], 3);
  await repository.add([error('newest', 1, 4)], 3);
  await repository.add([error('common', 1, 5)], 3);
  const groups = await repository.since(0);
  expect(groups.map(({ id }) => id).toSorted()).toEqual(['common', 'newer', 'newest']);
  expect(groups.find(({ id }) => id === 'common')).toMatchObject({ firstSeen: 1, lastSeen: 5, counts: [{ errors: 10 }] });
});

test('groups that were seen more often do not keep out all new ones', async () => {
  const repository = site.api.get(ErrorGroupsRepository);
  const error = (id: string, errors: number, seenAt: number) => ({
    ...{ group: { id, app: 'eggs', name: 'Error', message: '', place: '', frames: [] }, day: 20_000 },
    ...{ release: site.release, browser: 'Safari', errors, seenAt },
  });
  await repository.add(
    [1, 2, 3, 4, 5].map((n) => error(`invented ${n}`, 2, n)),
    5,
  );
  await repository.add([error('new', 1, 6)], 5);
  await repository.add([error('new', 1, 7)], 5);
  expect((await repository.since(0)).map(({ id }) => id)).toContain('new');
});

test('control characters in a team’s map reach neither the page nor the database', async () => {
  const odd = MAP.replace('eggs.page', String.raw`eggs\u0000page`);
  await site.eggs.site('release', ...(await site.eggs.build('eggs', { map: odd })), ...site.to);
  await site.send();
  expect((await site.stored()).map(({ place }) => place)).toEqual(['apps/eggs/src/eggs page.tsx:12']);
});

test('errors are forgotten after thirty days', async () => {
  await site.send({ message: 'old', frames: [] });
  await site.stored();
  site.advance(31 * DAY_MS);
  await site.send();
  await site.stored();
  await site.api.get(ErrorRetention).forgetOld();
  expect((await site.stored()).map(({ message }) => message)).toEqual(['no <price>']);
});
