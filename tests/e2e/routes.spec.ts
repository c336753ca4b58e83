import { NOWHERE, pagesOf } from '../support/every-page.ts';
import { REMOTES } from '../support/site.ts';
import { expect, test } from '../support/test.ts';

/** The routes of the specification, and four added by decisions. */
const ROUTES = [
  '/',
  '/about',
  '/offline',
  '/portfolio',
  '/projects',
  '/projects/drafts',
  '/projects/sensor-dashboard',
  '/projects/333-balls',
  '/projects/camera',
  '/projects/monet-paint',
  '/projects/analog-clock',
  '/projects/trump-clock',
  '/projects/camera-kaleidoscope',
  '/projects/camera-collage',
  '/projects/camera-hexagon',
  '/projects/camera-squares',
  '/projects/camera-optimal',
  '/projects/camera-optimal-80',
  '/projects/camera-hex-square',
  '/projects/cameras',
  '/projects/tennis-ball-gun',
  '/projects/usda-reports',
  '/projects/beef-cut-prices',
  '/projects/egg-prices',
  '/projects/header-test',
  '/projects/kaleidoscope-gallery',
  '/projects/clocks',
  '/projects/golf-clock',
  '/contact',
  '/privacy',
];

/** Example addresses of the pages with a parameter: an opened report, and one of its sections. */
const EXAMPLES = ['/projects/usda-reports/1280', '/projects/usda-reports/2850/report-header'];

/** The header text is black except on these (specification). */
const WHITE = ['/', '/projects/333-balls', '/projects/camera', '/projects/monet-paint', '/projects/tennis-ball-gun'];

test('there are no pages besides the listed ones, except those for embedding in other sites', async ({ request }) => {
  const known = await Promise.all(['shell', ...REMOTES].map((app) => pagesOf(request, app)));
  const paths = known.flat().flatMap(({ path, layout }) => (layout === 'bare' || path === NOWHERE ? [] : [path]));
  expect(paths.toSorted()).toEqual([...ROUTES, ...EXAMPLES].toSorted());
});

test('each page is served, with a title of its own', async ({ request }) => {
  const titles: string[] = [];
  for (const path of ROUTES) {
    const response = await request.get(path);
    expect.soft(response.status(), path).toBe(200);
    const html = await response.text();
    titles.push(/<title>([^<]+)<\/title>/.exec(html)?.[1] ?? '');
  }
  expect(titles.filter((title, index) => title === '' || titles.indexOf(title) !== index)).toEqual([]);
});

test('the header text is white on five pages and black on the others', async ({ request }) => {
  const known = await Promise.all(['shell', ...REMOTES].map((app) => pagesOf(request, app)));
  const white = known.flat().filter(({ headerLinks, layout }) => headerLinks === 'white' && layout !== 'bare');
  expect(white.map(({ path }) => path).toSorted()).toEqual(WHITE);
});

test('a trailing slash redirects to the page, and never to another host', async ({ request, site }) => {
  const response = await request.get('/projects/cameras/', { maxRedirects: 0 });
  expect(response.status()).toBe(308);
  expect(response.headers()['location']).toBe('/projects/cameras');
  const elsewhere = await fetch(`${site.url}//example.org/`, { redirect: 'manual' });
  expect(elsewhere.status).toBe(404);
});

test('a missing file is a 404 that is not a page', async ({ site }) => {
  for (const path of [
    '/assets/gone.js',
    '/r/shell/0.1.0-000000000000/assets/gone.js',
    '/favicon.ico',
    '/.env',
    '/r/market-prices/..%2f..%2fregistry/current',
  ]) {
    const response = await fetch(site.url + path);
    expect.soft(response.status, path).toBe(404);
    expect.soft(response.headers.get('content-type'), path).not.toContain('html');
  }
});

test('an unknown API path is a 404 in JSON with a request id', async ({ request }) => {
  const response = await request.get('/api/no-such-call');
  expect(response.status()).toBe(404);
  expect(await response.json()).toMatchObject({ code: 'not_found', error: expect.any(String), requestId: expect.any(String) });
});
