import { appendFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ErrorReport } from '@site/contracts';
import { Clock } from '../clock.ts';
import type { TestApi } from '../test-support/an-api.ts';
import { releaseIn, type Team } from '../test-support/a-team.ts';
import { aSite, withEggs } from '../test-support/a-team-site.ts';
import { DAY_MS, ErrorGroupsRepository } from './error-groups.repository.ts';
import { ErrorReportsService } from './error-reports.service.ts';
import { ErrorRetention } from './error-retention.ts';

const TOKEN = 'the-owner-has-a-token-of-32-characters';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** Maps the script's only line: from column 1 to line 12 of the page, from column 31 to line 3 of a library. */
const MAP = JSON.stringify({
  version: 3,
  names: [],
  sources: ['../../apps/eggs/src/eggs.page.tsx', '../../node_modules/react-dom/client.js'],
  sourcesContent: ['the team’s source', null],
  mappings: 'AAWA,8BCTA',
});

let api: TestApi;
let eggs: Team;
let to: string[];
let release: string;
let later = 0;
beforeEach(async () => {
  later = 0;
  const clock = { provide: Clock, value: { now: () => new Date(Date.now() + later) } };
  api = await aSite({ OWNER_TOKEN: TOKEN, TRUST_PROXY: '127.0.0.1' }, [clock]);
  ({ eggs, to } = await withEggs(api));
  release = releaseIn((await eggs.site('release', ...(await eggs.build('eggs', { map: MAP })), ...to))[1]);
});
afterEach(() => api.close());

async function aToken(): Promise<string> {
  const response = await fetch(`${api.url}/`);
  return /^page;desc="([\w.-]+)"$/.exec(response.headers.get('server-timing') ?? '')?.[1] ?? '';
}

const frameAt = (line: number, column: number) => `/r/eggs/${release}/assets/one.js:${line}:${column}`;

async function send(more: Partial<ErrorReport> = {}, client = '192.0.2.1', agent = FIREFOX): Promise<number> {
  const token = more.token ?? (await aToken());
  const report = { app: 'eggs', release, name: 'TypeError', message: 'no <price>', frames: [frameAt(1, 5)], ...more, token };
  const { status } = await fetch(`${api.url}/api/errors`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': client, 'User-Agent': agent },
    body: JSON.stringify(report),
  });
  return status;
}

async function stored() {
  await api.get(ErrorReportsService).settle();
  return api.get(ErrorGroupsRepository).since(0);
}

test('a release whose scripts are unchanged replaces their maps', async () => {
  const moved = MAP.replace('AAWA', 'AAYA');
  expect(releaseIn((await eggs.site('release', ...(await eggs.build('eggs', { map: moved })), ...to))[1])).toBe(release);
  await send();
  expect((await stored()).map(({ place }) => place)).toEqual(['apps/eggs/src/eggs.page.tsx:13']);
});

test('a map that is small enough for one script is not accepted for a smaller one with the same content', async () => {
  const map = JSON.stringify({ ...JSON.parse(MAP), names: ['n'.repeat(100_000)] });
  const build = await eggs.build('eggs', { map });
  const assets = join(build.at(-1) ?? '', 'assets');
  await appendFile(join(assets, 'one.js'), `// ${'x'.repeat(20_000)}`);
  await writeFile(join(assets, 'two.js'), 'export {};');
  await writeFile(join(assets, 'two.js.map'), map);
  expect((await eggs.site('check', ...build, ...to))[1]).toMatch(/assets\/two\.js\.map has more than 50100 bytes/);
});

test('a frame that no map resolves is shown as sent, and the message determines the group', async () => {
  await send({
    frames: [frameAt(7, 1), `/r/eggs/${release}/remoteEntry.js:1:1`, `/r/eggs/9.9.9-0123456789ab/assets/one.js:1:5`],
  });
  const [group] = await stored();
  expect(group?.place).toBe('');
  expect(group?.frames.map(({ file, isResolved }) => [file, isResolved])).toEqual([
    ['assets/one.js', false],
    ['remoteEntry.js', false],
    ['assets/one.js', false],
  ]);
});

test('at most so many groups are kept: the rarest go first, and of those the oldest', async () => {
  const repository = api.get(ErrorGroupsRepository);
  const error = (id: string, errors: number, seenAt: number) => ({
    ...{ group: { id, app: 'eggs', name: 'Error', message: '', place: '', frames: [] }, day: 20_000 },
    ...{ release, browser: 'Safari', errors, seenAt },
  });
  await repository.add([error('common', 9, 1), error('old', 1, 2), error('newer', 1, 3)], 3);
  await repository.add([error('newest', 1, 4)], 3);
  await repository.add([error('common', 1, 5)], 3);
  const groups = await repository.since(0);
  expect(groups.map(({ id }) => id).toSorted()).toEqual(['common', 'newer', 'newest']);
  expect(groups.find(({ id }) => id === 'common')).toMatchObject({ firstSeen: 1, lastSeen: 5, counts: [{ errors: 10 }] });
});

test('groups that were seen more often do not keep out all new ones', async () => {
  const repository = api.get(ErrorGroupsRepository);
  const error = (id: string, errors: number, seenAt: number) => ({
    ...{ group: { id, app: 'eggs', name: 'Error', message: '', place: '', frames: [] }, day: 20_000 },
    ...{ release, browser: 'Safari', errors, seenAt },
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
  await eggs.site('release', ...(await eggs.build('eggs', { map: odd })), ...to);
  await send();
  expect((await stored()).map(({ place }) => place)).toEqual(['apps/eggs/src/eggs page.tsx:12']);
});

test('errors are forgotten after thirty days', async () => {
  await send({ message: 'old', frames: [] });
  await stored();
  later = 31 * DAY_MS;
  await send();
  await stored();
  await api.get(ErrorRetention).forgetOld();
  expect((await stored()).map(({ message }) => message)).toEqual(['no <price>']);
});
