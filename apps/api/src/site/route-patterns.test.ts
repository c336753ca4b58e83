import type { BootRemote } from '@site/contracts';
import { anApi, type TestApi } from '../test-support/an-api.ts';
import { KnownAddresses } from './known-addresses.ts';
import { LiveRegistry } from './live-registry.ts';
import { releaseSet, type ReleaseSet } from './release-set.ts';
import type { SitePage } from './render-page.ts';
import { SiteService } from './site.service.ts';
import type { VisitorReleases } from './visitor-releases.ts';

const route = (path: string) => ({ path, indexable: true, preload: { scripts: [], styles: [] } });
const remote = {
  name: 'market-prices',
  base: '/r/market-prices/1/',
  shared: { scripts: ['shared.js'], styles: [] },
  routes: [route('/reports/:slug'), route('/reports/new')],
} as unknown as BootRemote; // Only the fields that a document uses.

let api: TestApi;
let site: SiteService;
let set: ReleaseSet;
const known = new KnownAddresses();
known.register('/reports/:slug', ({ slug }) =>
  slug === 'unsure'
    ? Promise.reject(new Error('no list'))
    : Promise.resolve(slug === 'eggs' ? { title: 'Eggs & <more>' } : slug === '3228'),
);

beforeAll(async () => {
  api = await anApi();
  const live = api.get(LiveRegistry);
  const { snapshot } = (await live.current()).stable;
  set = releaseSet({ ...snapshot, boot: { ...snapshot.boot, remotes: [remote] } });
  const releases: Pick<VisitorReleases, 'of'> = { of: () => Promise.resolve(set) };
  site = new SiteService({ publicOrigin: 'https://example.org', keepsOffline: true }, live, releases, known);
});
afterAll(() => api.close());

test.each([
  ['/reports/new', 200, '<h1>/reports/new</h1>'],
  ['/reports/3228', 200, '<h1>/reports/:slug</h1>'],
  ['/reports/unsure', 200, '<h1>/reports/:slug</h1>'],
  ['/reports/9999', 404, '<h1>/reports/:slug</h1>'],
  ['/reports/:slug', 404, '<h1>/reports/:slug</h1>'],
  ['/reports/3228/more', 404, '<h1>/404</h1>'],
])('%s gets %i with the page of its route', async (path, status, heading) => {
  const page = await site.page(path, null);
  const text = page.plain.toString();
  expect([page.status, text.includes(heading)]).toEqual([status, true]);
  expect(text.includes('shared.js')).toBe(!heading.includes('404'));
});

test('an address with its own title has its own document and canonical address', async () => {
  const text = (await site.page('/reports/eggs', null)).plain.toString();
  expect(text).toContain('<title>Eggs &amp; &lt;more></title>');
  expect(text).toContain('property="og:title" content="Eggs &amp; &lt;more>"');
  expect(text).toContain('property="og:url" content="https://example.org/reports/eggs"');
  expect(await site.page('/reports/eggs', null)).toBe(await site.page('/reports/eggs', null));
  expect([...set.special.keys()]).toEqual(['/reports/eggs {"title":"Eggs & <more>"}']);
});

test('addresses with their own title are not rendered one by one, nor are they all compressed at once', async () => {
  const { snapshot } = set;
  const { renderPage } = snapshot.server;
  let rendered = 0;
  const counted = {
    ...snapshot.server,
    renderPage: (...what: Parameters<typeof renderPage>) => {
      rendered += 1;
      return renderPage(...what);
    },
  };
  const flooded = releaseSet({ ...snapshot, server: counted });
  const names = new KnownAddresses();
  names.register('/reports/:slug', ({ slug = '' }) => Promise.resolve({ title: slug }));
  const releases: Pick<VisitorReleases, 'of'> = { of: () => Promise.resolve(flooded) };
  const flood = new SiteService(
    { publicOrigin: 'https://example.org', keepsOffline: true },
    api.get(LiveRegistry),
    releases,
    names,
  );
  const titleOf = ({ plain }: SitePage) => /<title>(.*)<\/title>/.exec(plain.toString())?.[1];
  const asked = Array.from({ length: 300 }, (_, index) => `report-${index}`);
  const pages = await Promise.all(asked.map((slug) => flood.page(`/reports/${slug}`, null)));
  expect([rendered, new Set(pages.map(({ status }) => status))]).toEqual([1, new Set([200])]);
  const own = pages.map(titleOf).filter((title) => title !== 'Page');
  expect(own).toEqual(asked.slice(0, own.length));
  expect(own.length).toBeLessThan(100);
  // Later, an address that was given the shared document gets its own.
  expect(titleOf(await flood.page('/reports/report-299', null))).toBe('report-299');
});

test('a link to a page has the picture that its query selects; links with the same picture share a document', async () => {
  const imageAt = async (query: string) => {
    const html = (await site.page('/reports/new', null, [], query)).plain.toString();
    return /property="og:image" content="([^"]*)"/.exec(html)?.[1];
  };
  const ordinary = await imageAt('');
  expect(await imageAt('item=eggs')).toBe(ordinary);
  known.registerPicture('/reports/new', (query) =>
    query.has('zip') ? undefined : { url: `/picture?of=${query.get('item') ?? ''}`, width: 2, height: 1, alt: 'A chart' },
  );
  set.pages.delete('/reports/new');
  expect(await imageAt('')).toBe('https://example.org/picture?of=');
  expect(await imageAt('utm_source=mail')).toBe('https://example.org/picture?of=');
  expect(await imageAt('item=eggs')).toBe('https://example.org/picture?of=eggs');
  expect(await imageAt('zip=60601')).toBe(ordinary);
  const page = (query: string) => site.page('/reports/new', null, [], query);
  expect(await page('item=eggs&rows=all')).toBe(await page('item=eggs'));
  const { etag, headers, status } = await page('item=eggs');
  expect([etag === (await page('')).etag, headers === (await page('')).headers, status]).toEqual([false, true, 200]);
});

test('all addresses of one pattern share a document without a canonical address', async () => {
  expect(await site.page('/reports/3228', null)).toBe(await site.page('/reports/unsure', null));
  expect((await site.page('/reports/3228', null)).plain.toString()).not.toMatch(/canonical|og:url/);
  expect((await site.page('/reports/9999', null)).plain.toString()).toContain('noindex');
  expect([...set.pages.keys()].sort()).toEqual(['/reports/:slug', '/reports/new', '404', '404 /reports/:slug']);
});
