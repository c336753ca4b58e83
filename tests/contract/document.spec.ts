import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { request as httpRequest } from 'node:http';
import { resume, site as owner } from '../support/content.ts';
import { expect, test } from '../support/test.ts';

const EGGS = '/projects/egg-prices';
const BALLS = '/projects/333-balls';

/** Raw bytes as sent, because `fetch` decodes them. */
function rawGet(
  url: string,
  headers: Record<string, string>,
): Promise<{ status?: number; headers: Record<string, unknown>; body: Buffer }> {
  return new Promise((resolve, reject) => {
    httpRequest(url, { headers }, (response) => {
      const chunks: Buffer[] = [];
      response
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .on('end', () => resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) }));
    })
      .on('error', reject)
      .end();
  });
}

test('a page is sent compressed, revalidated by its ETag, and has a policy without unsafe keywords', async ({ site }) => {
  const { headers, body } = await rawGet(site.url + EGGS, { 'Accept-Encoding': 'br' });
  expect(headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(body).toString()).toContain('EGG PRICES');
  const policy = String(headers['content-security-policy']);
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("require-trusted-types-for 'script'");
  expect(policy).not.toContain('unsafe');
  // The first document after the server starts may come without its lead, and so be different from the next.
  let etag = headers['etag'];
  const again = async () => {
    const response = await rawGet(site.url + EGGS, { 'Accept-Encoding': 'br', 'If-None-Match': String(etag) });
    etag = response.headers['etag'];
    return response.status;
  };
  await expect.poll(again).toBe(304);
});

test('the document has a heading, boot data and preloads with hashes, and no inline style attribute', async ({ request }) => {
  const html = await (await request.get(EGGS)).text();
  expect(html).toMatch(/<h1[^>]*>EGG PRICES<\/h1>/);
  expect(html).not.toMatch(/<[^>]+\sstyle="/);
  expect(html).not.toMatch(/\son[a-z]+="/);
  const links = html.match(/<link rel="modulepreload"[^>]*>/g) ?? [];
  expect(links.length).toBeGreaterThan(4);
  for (const link of links) expect(link).toMatch(/integrity="sha384-/);
  expect(html).toContain('remoteEntry.js');
  const home = await (await request.get('/')).text();
  expect(home.match(/<link[^>]*>/g)?.join()).not.toContain('remoteEntry.js');
});

test("a page of the shell runs only scripts that its document announces, and home loads no other page's", async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
  });
  const scriptsOf = async (path: string) => {
    scripts.length = 0;
    const response = await page.goto(path, { waitUntil: 'networkidle' });
    const html = (await response?.text()) ?? '';
    return scripts.filter(
      (url) =>
        !html
          .split('</title>')[1]
          ?.replace(/<script type="importmap">.*/, '')
          .includes(url),
    );
  };
  expect(await scriptsOf('/')).toEqual([]);
  const home = new Set(scripts);
  for (const path of ['/about', '/projects', '/projects/drafts', '/privacy']) {
    expect(await scriptsOf(path), path).toEqual([]);
    expect(
      scripts.filter((url) => !home.has(url)),
      path,
    ).not.toEqual([]);
  }
});

test('the browser requests no registry, and every script it runs was announced in the document', async ({ page }) => {
  const scripts: string[] = [];
  const others: string[] = [];
  page.on('request', (request) => (request.resourceType() === 'script' ? scripts : others).push(new URL(request.url()).pathname));
  const response = await page.goto(EGGS);
  await expect(page.getByText('Weekly Retail Egg Feature Activity')).toBeVisible();
  // From the document as sent, because the shell adds missing links.
  const html = (await response?.text()) ?? '';
  const announced = [...html.matchAll(/<(?:link rel="modulepreload" href|script type="module" src)="([^"]+)"/g)].map(
    ([, url]) => url,
  );
  expect(announced.length).toBeGreaterThan(5);
  // On a busy machine the loader requests the second address as well.
  expect(scripts.filter((url) => !announced.includes(url.replace('~1/', '/')))).toEqual([]);
  expect(others.filter((url) => url.includes('registry') || url.endsWith('.json'))).toEqual([]);
});

test('a changed script does not run, and the card says that the project could not be loaded', async ({
  page,
  expectedConsole,
}) => {
  expectedConsole.push(/integrity/i, /Failed to/i, /failed at the \w+ step/, /dynamically imported module/i, /preload/i);
  await page.route('**/r/market-prices/**/egg-prices*.js', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `${await response.text()}\nglobalThis.__tampered = true;` });
  });
  await page.goto(EGGS);
  await expect(page.getByText('This project could not be loaded')).toBeVisible();
  expect(await page.evaluate(() => '__tampered' in globalThis)).toBe(false);
});

test('files that a release does not list are not served: server modules, draft cards, source maps, its own manifest', async ({
  request,
  site,
}) => {
  const html = await (await request.get(EGGS)).text();
  const [shell] = /\/r\/shell\/[^/"]+\//.exec(html) ?? [''];
  const [eggs] = /\/r\/market-prices\/[^/"]+\//.exec(html) ?? [''];
  const maps = [shell, eggs].map((release) => `${new RegExp(`${release}assets/[\\w.-]+\\.js`).exec(html)?.[0]}.map`);
  for (const path of maps) {
    expect(existsSync(join(site.store, path)), path).toBe(true);
    expect((await request.get(path)).status(), path).toBe(404);
  }
  for (const path of [`${shell}server/entry-server.mjs`, `${shell}release.json`, `${eggs}private.json`, `${eggs}release.json`]) {
    expect((await request.get(path)).status(), path).toBe(404);
  }
});

test('no page or script contains the description of a draft', async ({ request, site }) => {
  const { readFile, readdir } = await import('node:fs/promises');
  const names = await readdir(site.store, { recursive: true });
  const privates = names.filter((name) => name.endsWith('private.json'));
  const drafts = (
    await Promise.all(
      privates.map(
        async (name) => JSON.parse(await readFile(join(site.store, name), 'utf8')) as { drafts: { description: string }[] },
      ),
    )
  ).flatMap((entry) => entry.drafts);
  expect(drafts.length).toBe(2);
  const texts = await Promise.all(
    names.filter((name) => /\.(js|css|html)$/.test(name)).map((name) => readFile(join(site.store, name), 'utf8')),
  );
  texts.push(await (await request.get('/projects')).text(), await (await request.get('/projects/drafts')).text());
  for (const { description } of drafts) expect(texts.filter((text) => text.includes(description))).toEqual([]);
});

test("the shell's files name no remotes and none of their pages", async ({ site }) => {
  const { readFile, readdir } = await import('node:fs/promises');
  const folder = join(site.store, 'r/shell');
  const names = (await readdir(folder, { recursive: true })).filter((name) => /\.(js|mjs|css)$/.test(name));
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  expect(texts.length).toBeGreaterThan(3);
  for (const word of [
    'demos-sensors',
    'demos-cameras',
    'demos-games',
    'market-prices',
    'egg-prices',
    'analog-clock',
    'sensor-dashboard',
    '/projects/cameras',
  ]) {
    expect(
      texts.filter((text) => text.includes(word)),
      word,
    ).toEqual([]);
  }
});

test('a shared link to any page shows its title, its description and an existing picture', async ({ request, site }) => {
  for (const path of ['/', '/about', '/projects', '/contact', '/portfolio', '/privacy', BALLS, EGGS]) {
    const html = await (await request.get(path)).text();
    const meta = (name: string) => new RegExp(`<meta (?:property|name)="${name}" content="([^"]+)">`).exec(html)?.[1];
    const title = /<title>([^<]+)</.exec(html)?.[1];
    expect([meta('og:title'), meta('og:description'), meta('og:url'), meta('og:type')], path).toEqual([
      title,
      meta('description'),
      site.url + path,
      'website',
    ]);
    expect(html).toContain(`<link rel="canonical" href="${site.url}${path}">`);
    const image = await request.get(meta('og:image') ?? 'none');
    // A page with a still shows its still, a price page its chart; the other pages share a picture.
    const type = path === BALLS ? 'image/webp' : 'image/png';
    expect([image.status(), image.headers()['content-type']], path).toEqual([200, type]);
    const bytes = await image.body();
    const width = type === 'image/png' ? bytes.readUInt32BE(16) : bytes.readUInt16LE(26);
    expect([String(width), width], path).toEqual([meta('og:image:width'), path === BALLS ? 720 : 1200]);
  }
});

test('structured data names the site, and on the résumé the person; the policy allows it', async ({ page, site }) => {
  const graph = async (path: string) => {
    await page.goto(path);
    return JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '') as Record<string, unknown>;
  };
  expect(await graph('/')).toMatchObject({ '@type': 'WebSite', url: `${site.url}/`, name: owner.ownerName });
  expect(await graph('/about')).toMatchObject({
    '@graph': [
      { '@type': 'WebSite' },
      {
        '@type': 'ProfilePage',
        mainEntity: {
          '@type': 'Person',
          sameAs: Object.values(owner.profiles),
        },
      },
    ],
  });
});

test('the sitemap lists exactly the indexable pages, and robots.txt names it', async ({ request, site }) => {
  const xml = await request.get('/sitemap.xml');
  expect(xml.headers()['content-type']).toContain('application/xml');
  const listed = [...(await xml.text()).matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url ?? '');
  expect(listed.length).toBeGreaterThan(15);
  expect(new Set(listed).size).toBe(listed.length);
  for (const url of listed) {
    const response = await request.get(url);
    expect(response.status(), url).toBe(200);
    expect(await response.text(), url).not.toContain('noindex');
  }
  for (const path of ['/projects/drafts', '/projects/header-test', '/projects/beef-cut-prices', '/projects/trump-clock']) {
    expect(listed).not.toContain(site.url + path);
    expect(await (await request.get(path)).text(), path).toContain('<meta name="robots" content="noindex">');
  }
  const robots = await request.get('/robots.txt');
  expect(robots.headers()['content-type']).toContain('text/plain');
  expect(await robots.text()).toContain(`Sitemap: ${site.url}/sitemap.xml`);
});

test('/resume.md is the résumé as Markdown', async ({ request }) => {
  const response = await request.get('/resume.md');
  expect(response.headers()['content-type']).toBe('text/markdown; charset=utf-8');
  const text = await response.text();
  for (const { summary } of resume.work) expect(text).toContain(summary.slice(0, 20));
});

test('/resume.json is the résumé in the JSON Resume format, revalidated like a page', async ({ request }) => {
  const response = await request.get('/resume.json');
  expect(response.headers()['content-type']).toContain('application/json');
  expect(await response.json()).toEqual(resume);
  const again = await request.get('/resume.json', { headers: { 'If-None-Match': response.headers()['etag'] ?? '' } });
  expect(again.status()).toBe(304);
  expect((await request.get('/other.json')).status()).toBe(404);
});
