import type { ErrorReport } from '@site/contracts';
import { Clock } from '../clock.ts';
import type { TestApi } from '../test-support/an-api.ts';
import { releaseIn, type Team } from '../test-support/a-team.ts';
import { aSite, withEggs } from '../test-support/a-team-site.ts';
import { MAX_PER_DOCUMENT, MAX_PER_NETWORK } from './error-admission.ts';
import { ErrorGroupsRepository } from './error-groups.repository.ts';
import { ErrorReportsService } from './error-reports.service.ts';

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
async function counted(): Promise<number> {
  return (await stored()).reduce((sum, { counts }) => sum + counts.reduce((ofGroup, { errors }) => ofGroup + errors, 0), 0);
}
const page = async () => {
  await api.get(ErrorReportsService).settle();
  return (await fetch(`${api.url}/owner/errors`, { headers: { Authorization: `Bearer ${TOKEN}` } })).text();
};

test('a minified stack is resolved by the map that was released over the network, which visitors cannot fetch', async () => {
  expect(await page()).toContain('No errors have been reported in the last 30 days.');
  expect(await send({ frames: [frameAt(1, 33), frameAt(1, 5)] })).toBe(204);
  expect(await send({ frames: [frameAt(1, 33), frameAt(1, 5)] }, '198.51.100.1', 'curl/8.0')).toBe(204);
  const html = await page();
  expect(html).toContain(
    '<h2>TypeError: no &lt;price></h2><p class="role">eggs in <code>apps/eggs/src/eggs.page.tsx:12</code></p>',
  );
  expect(html).toContain(
    '<ol><li><code>node_modules/react-dom/client.js:3</code></li><li><code>apps/eggs/src/eggs.page.tsx:12</code></li></ol>',
  );
  expect(html).toMatch(new RegExp(`<code>${release}</code></th><td>2</td><td>2</td><td>Firefox 1, other 1</td>`));
  expect(html).toMatch(/2 times in the last 7 days, 2 times in 30; first seen 20\d\d-\d\d-\d\d, last seen 20\d\d/);
  expect((await fetch(`${api.url}/owner/errors`)).status).toBe(401);
  const folder = `${api.url}/r/eggs/${release}`;
  expect((await fetch(`${folder}/assets/one.js`)).status).toBe(200);
  for (const path of ['assets/one.js.map', 'assets/one.js.map.br', 'assets/one.js%2Emap', 'remoteEntry.js.map'])
    expect([path, (await fetch(`${folder}/${path}`)).status]).toEqual([path, 404]);
});

test(`a document counts for ${MAX_PER_DOCUMENT} errors, and a network for ${MAX_PER_NETWORK} a day`, async () => {
  const token = await aToken();
  for (let n = 0; n < MAX_PER_DOCUMENT + 2; n += 1) expect(await send({ token })).toBe(204);
  expect(await counted()).toBe(MAX_PER_DOCUMENT);
  for (let n = 0; n < MAX_PER_NETWORK; n += 1) await send({}, `192.0.2.${n + 2}`);
  expect(await counted()).toBe(MAX_PER_NETWORK);
  await send({}, '198.51.100.1');
  expect(await counted()).toBe(MAX_PER_NETWORK + 1);
});

test('forged tokens and releases that visitors do not have are ignored', async () => {
  expect(await send({ token: 'a'.repeat(60) })).toBe(204);
  expect(await send({ release: '9.9.9-0123456789ab' })).toBe(204);
  expect(await send({ app: 'nobody' })).toBe(204);
  expect(await stored()).toEqual([]);
});

const IMPOSSIBLE: readonly Partial<ErrorReport>[] = [
  { name: '<b>' },
  { message: 'x'.repeat(301) },
  { frames: Array.from({ length: 21 }, () => '/r/eggs/1.0.0-aaaaaaaaaaaa/a.js:1:1') },
  { frames: ['https://evil.example/a.js:1:1'] },
  { frames: ['/r/eggs/1.0.0-aaaaaaaaaaaa/a.js?q=1:1:1'] },
  { frames: ['/r/eggs/1.0.0-aaaaaaaaaaaa/../../../../secret.js:1:1'] },
  { frames: ['/r/eggs/1.0.0-aaaaaaaaaaaa/.hidden/a.js:1:1'] },
];

test('a body that is no report is rejected', async () => {
  for (const more of IMPOSSIBLE) expect([more, await send(more)]).toEqual([more, 400]);
});
