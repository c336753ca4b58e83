import type { BootRemote } from '@site/contracts';
import { anApi, type TestApi } from '../test-support/an-api.ts';
import { KnownAddresses } from './known-addresses.ts';
import { LiveRegistry } from './live-registry.ts';
import { releaseSet, type ReleaseSet } from './release-set.ts';
import { SiteService } from './site.service.ts';
import type { VisitorReleases } from './visitor-releases.ts';

const route = (path: string) => ({ path, indexable: true, beingBuilt: false, preload: { scripts: [], styles: [] } });
const remote = {
  name: 'market-prices',
  base: '/r/market-prices/1/',
  shared: { scripts: ['shared.js'], styles: [] },
  routes: [route('/reports/:slug'), route('/reports/new')],
} as unknown as BootRemote; // Only what a document is made of.

let api: TestApi;
let site: SiteService;
let set: ReleaseSet;
const known = new KnownAddresses();
known.tell('/reports/:slug', ({ slug }) =>
  slug === 'unsure' ? Promise.reject(new Error('no list')) : Promise.resolve(slug === '3228'),
);

beforeAll(async () => {
  api = await anApi();
  const live = api.get(LiveRegistry);
  const { snapshot } = (await live.current()).stable;
  set = releaseSet({ ...snapshot, boot: { ...snapshot.boot, remotes: [remote] } });
  const releases: Pick<VisitorReleases, 'of'> = { of: () => Promise.resolve(set) };
  site = new SiteService({ publicOrigin: 'https://example.org' }, live, releases, known);
});
afterAll(() => api.close());

test.each([
  ['/reports/new', 200, '<h1>/reports/new</h1>'],
  ['/reports/3228', 200, '<h1>/reports/:slug</h1>'],
  ['/reports/unsure', 200, '<h1>/reports/:slug</h1>'],
  ['/reports/9999', 404, '<h1>/reports/:slug</h1>'],
  ['/reports/:slug', 404, '<h1>/reports/:slug</h1>'],
  ['/reports/3228/more', 404, '<h1>/404</h1>'],
])('%s is answered %i with the page of its route', async (path, status, heading) => {
  const page = await site.page(path, null);
  const text = page.plain.toString();
  expect([page.status, text.includes(heading)]).toEqual([status, true]);
  expect(text.includes('shared.js')).toBe(!heading.includes('404'));
});

test('all addresses of one pattern share a document, which claims none of them as its own', async () => {
  expect(await site.page('/reports/3228', null)).toBe(await site.page('/reports/unsure', null));
  expect((await site.page('/reports/3228', null)).plain.toString()).not.toMatch(/canonical|og:url/);
  expect((await site.page('/reports/9999', null)).plain.toString()).toContain('noindex');
  expect([...set.pages.keys()].sort()).toEqual(['/reports/:slug', '/reports/new', '404', '404 /reports/:slug']);
});
