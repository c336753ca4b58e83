import type { ErrorReport } from '@site/contracts';
import { aMappedRelease, OWNER, type MappedRelease } from '../test-support/a-mapped-release.ts';
import { documentToken } from '../test-support/document-token.ts';
import { MAX_PER_DOCUMENT, MAX_PER_NETWORK } from './error-admission.ts';
import { ErrorReportsService } from './error-reports.service.ts';

let site: MappedRelease;
beforeEach(async () => {
  site = await aMappedRelease();
});
afterEach(() => site.api.close());

async function counted(): Promise<number> {
  return (await site.stored()).reduce((sum, { counts }) => sum + counts.reduce((ofGroup, { errors }) => ofGroup + errors, 0), 0);
}
const page = async () => {
  await site.api.get(ErrorReportsService).settle();
  return (await fetch(`${site.api.url}/owner/errors`, { headers: OWNER })).text();
};

test('a minified stack is resolved by the map that was released over the network, which visitors cannot fetch', async () => {
  expect(await page()).toContain('No errors have been reported in the last 30 days.');
  expect(await site.send({ frames: [site.frameAt(1, 33), site.frameAt(1, 5)] })).toBe(204);
  expect(await site.send({ frames: [site.frameAt(1, 33), site.frameAt(1, 5)] }, '198.51.100.1', 'curl/8.0')).toBe(204);
  const html = await page();
  expect(html).toContain(
    '<h2>TypeError: no &lt;price></h2><p class="role">eggs in <code>apps/eggs/src/eggs.page.tsx:12</code></p>',
  );
  expect(html).toContain(
    '<ol><li><code>node_modules/react-dom/client.js:3</code></li><li><code>apps/eggs/src/eggs.page.tsx:12</code></li></ol>',
  );
  expect(html).toMatch(new RegExp(`<code>${site.release}</code></th><td>2</td><td>2</td><td>Firefox 1, other 1</td>`));
  expect(html).toMatch(/2 times in the last 7 days, 2 times in 30; first seen 20\d\d-\d\d-\d\d, last seen 20\d\d/);
  expect((await fetch(`${site.api.url}/owner/errors`)).status).toBe(401);
  const folder = `${site.api.url}/r/eggs/${site.release}`;
  expect((await fetch(`${folder}/assets/one.js`)).status).toBe(200);
  for (const path of ['assets/one.js.map', 'assets/one.js.map.br', 'assets/one.js%2Emap', 'remoteEntry.js.map'])
    expect([path, (await fetch(`${folder}/${path}`)).status]).toEqual([path, 404]);
});

test(`at most ${MAX_PER_DOCUMENT} errors from one document count, and ${MAX_PER_NETWORK} from one network in a day`, async () => {
  const token = await documentToken(site.api.url);
  for (let n = 0; n < MAX_PER_DOCUMENT + 2; n += 1) expect(await site.send({ token })).toBe(204);
  expect(await counted()).toBe(MAX_PER_DOCUMENT);
  for (let n = 0; n < MAX_PER_NETWORK; n += 1) await site.send({}, `192.0.2.${n + 2}`);
  expect(await counted()).toBe(MAX_PER_NETWORK);
  await site.send({}, '198.51.100.1');
  expect(await counted()).toBe(MAX_PER_NETWORK + 1);
});

test('forged tokens and releases that visitors do not have are ignored', async () => {
  expect(await site.send({ token: 'a'.repeat(60) })).toBe(204);
  expect(await site.send({ release: '9.9.9-0123456789ab' })).toBe(204);
  expect(await site.send({ app: 'nobody' })).toBe(204);
  expect(await site.stored()).toEqual([]);
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

test('a body that is not a report is rejected', async () => {
  for (const more of IMPOSSIBLE) expect([more, await site.send(more)]).toEqual([more, 400]);
});
