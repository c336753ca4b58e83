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

/** What the pages with a parameter name as an example: an opened report, and one of its sections. */
const EXAMPLES = ['/projects/usda-reports/1280', '/projects/usda-reports/2850/report-header'];

test('every page has one heading, one header and a title', async ({ page }) => {
  for (const path of ROUTES) {
    const response = await page.goto(path);
    expect.soft(response?.status(), path).toBe(200);
    await expect.soft(page.getByRole('heading', { level: 1 }), path).toHaveCount(1);
    await expect.soft(page.getByRole('banner'), path).toHaveCount(1);
    await expect.soft(page.getByRole('main'), path).toHaveCount(1);
    await expect.soft(page, path).toHaveTitle(/\S/);
  }
});

test('there are no other pages, except those for embedding in other sites', async ({ request }) => {
  const known = await Promise.all(['shell', ...REMOTES].map((app) => pagesOf(request, app)));
  const paths = known.flat().flatMap(({ path, layout }) => (layout === 'bare' || path === NOWHERE ? [] : [path]));
  expect(paths.toSorted()).toEqual([...ROUTES, ...EXAMPLES].toSorted());
});

test('no two pages share a title', async ({ request }) => {
  const titles = await Promise.all(
    ROUTES.map(async (path) => /<title>([^<]+)<\/title>/.exec(await (await request.get(path)).text())?.[1] ?? path),
  );
  expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
});

test('no page of the site is still being built', async ({ request }) => {
  for (const path of ROUTES) expect(await (await request.get(path)).text(), path).not.toContain('This page is being built');
});

test('an unknown path is a 404 with a page that says so', async ({ page, expectedConsole }) => {
  expectedConsole.push(/404/);
  const response = await page.goto('/projects/no-such-thing');
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page Not Found');
  await expect(page.getByText('Did you forget to add the page to the router?')).toBeVisible();
});

test('a trailing slash redirects to the page, and never to another host', async ({ request, site }) => {
  const response = await request.get('/projects/cameras/', { maxRedirects: 0 });
  expect(response.status()).toBe(308);
  expect(response.headers()['location']).toBe('/projects/cameras');
  const elsewhere = await fetch(`${site.url}//example.org/`, { redirect: 'manual' });
  expect(elsewhere.status).toBe(404);
});

for (const path of [
  '/assets/gone.js',
  '/r/shell/0.1.0-000000000000/assets/gone.js',
  '/favicon.ico',
  '/.env',
  '/r/market-prices/..%2f..%2fregistry/current',
]) {
  test(`the missing file ${path} is a 404 that is not a page`, async ({ site }) => {
    const response = await fetch(site.url + path);
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).not.toContain('html');
  });
}

test('an unknown API path is a 404 in JSON with a request id', async ({ request }) => {
  const response = await request.get('/api/no-such-call');
  expect(response.status()).toBe(404);
  expect(await response.json()).toMatchObject({ code: 'not_found', error: expect.any(String), requestId: expect.any(String) });
});
