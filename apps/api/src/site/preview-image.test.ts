import type { BootRemote } from '@site/contracts';
import { anApi, type TestApi } from '../test-support/an-api.ts';
import { KnownAddresses } from './known-addresses.ts';
import { LiveRegistry } from './live-registry.ts';
import { releaseSet } from './release-set.ts';
import { SiteService } from './site.service.ts';
import type { SiteSnapshot } from './site-snapshot.ts';

const SITE = 'https://example.org';
const route = (path: string, still?: string) => ({
  path,
  still,
  description: `What ${path} is`,
  indexable: true,
  preload: { scripts: [], styles: [] },
});
const remote = {
  name: 'demos-games',
  base: '/r/demos-games/1/',
  shared: { scripts: [], styles: [] },
  routes: [
    route('/projects/clocks', 'clocks'),
    route('/projects/plain'),
    route('/reports/:slug', 'report'),
    route('/gallery/:id', 'gallery'),
  ],
} as unknown as BootRemote; // Only the fields that a document uses.

let api: TestApi;
let snapshot: SiteSnapshot;
let site: SiteService;
const known = new KnownAddresses();
known.register('/gallery/:id', ({ id }) =>
  Promise.resolve(id === 'held' ? false : { image: { url: `/api/pictures/${id}`, width: 1200, height: 960, alt: 'A "garden"' } }),
);

beforeAll(async () => {
  api = await anApi();
  const live = api.get(LiveRegistry);
  const { stable } = await live.current();
  snapshot = { ...stable.snapshot, boot: { ...stable.snapshot.boot, remotes: [remote] } };
  const set = releaseSet(snapshot);
  site = new SiteService({ publicOrigin: SITE, keepsOffline: true }, live, { of: () => Promise.resolve(set) }, known);
});
afterAll(() => api.close());

/** The preview picture's tags, by name. */
async function pictureOf(path: string): Promise<Record<string, string | undefined>> {
  const html = (await site.page(path, null)).plain.toString();
  return Object.fromEntries(
    [...html.matchAll(/<meta property="og:(image[^"]*)" content="([^"]*)">/g)].map((tag) => [tag[1], tag[2]]),
  );
}

test.each([
  ['/projects/clocks', 'clocks', '/projects/clocks'],
  ['/reports/3228', 'report', '/reports/:slug'],
])('a link to %s shows the still of the page', async (path, name, pattern) => {
  expect(await pictureOf(path)).toEqual({
    image: `${SITE}/r/demos-games/1/stills/${name}-light-720.webp`,
    'image:width': '720',
    'image:height': '450',
    'image:alt': `What ${pattern} is`,
  });
});

test('a link to an address with its own picture shows that picture, and names the address in og:url', async () => {
  expect(await pictureOf('/gallery/a1')).toEqual({
    image: `${SITE}/api/pictures/a1`,
    'image:width': '1200',
    'image:height': '960',
    'image:alt': 'A &quot;garden&quot;',
  });
  expect((await site.page('/gallery/a1', null)).plain.toString()).toContain(`property="og:url" content="${SITE}/gallery/a1"`);
  expect((await pictureOf('/gallery/a2')).image).toBe(`${SITE}/api/pictures/a2`);
});

test('an address with nothing behind it shows no picture of its own', async () => {
  expect([(await site.page('/gallery/held', null)).status, (await pictureOf('/gallery/held')).image]).toEqual([
    404,
    `${SITE}/r/demos-games/1/stills/gallery-light-720.webp`,
  ]);
});

test.each(['/projects/plain', '/', '/nowhere'])("a link to %s, which has no still, shows the site's picture", async (path) => {
  const { width, height, alt } = snapshot.server.socialImage;
  expect(await pictureOf(path)).toEqual({
    image: SITE + snapshot.socialImage,
    'image:width': String(width),
    'image:height': String(height),
    'image:alt': alt,
  });
});
