import { brotliDecompressSync } from 'node:zlib';
import { request as httpRequest } from 'node:http';
import { expect, test } from '../support/test.ts';

const EGGS = '/projects/egg-prices';

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

test('a page travels compressed, is revalidated by its ETag, and runs under a policy without unsafe words', async ({ site }) => {
  const { headers, body } = await rawGet(site.url + EGGS, { 'Accept-Encoding': 'br' });
  expect(headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(body).toString()).toContain('EGG PRICES');
  const policy = String(headers['content-security-policy']);
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("require-trusted-types-for 'script'");
  expect(policy).not.toContain('unsafe');
  expect(headers['integrity-policy']).toContain('script');
  const again = await rawGet(site.url + EGGS, { 'Accept-Encoding': 'br', 'If-None-Match': String(headers['etag']) });
  expect(again.status).toBe(304);
});

test('the document carries heading, boot data and preloads with hashes, and no inline style attribute', async ({ request }) => {
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

test('the browser asks for no registry, and every script it runs was announced in the document', async ({ page }) => {
  const scripts: string[] = [];
  const others: string[] = [];
  page.on('request', (request) => (request.resourceType() === 'script' ? scripts : others).push(new URL(request.url()).pathname));
  const response = await page.goto(EGGS);
  await expect(page.getByText('Weekly Retail Egg Feature Activity')).toBeVisible();
  // From the document as it was sent: the shell adds links for what is missing.
  const html = (await response?.text()) ?? '';
  const announced = [...html.matchAll(/<(?:link rel="modulepreload" href|script type="module" src)="([^"]+)"/g)].map(
    ([, url]) => url,
  );
  expect(announced.length).toBeGreaterThan(5);
  expect(scripts.filter((url) => !announced.includes(url))).toEqual([]);
  expect(others.filter((url) => url.includes('registry') || url.endsWith('.json'))).toEqual([]);
});

test('a script with one changed byte does not run, and the card says that the project could not be loaded', async ({
  page,
  expectedConsole,
}) => {
  expectedConsole.push(/integrity/i, /Failed to/i, /failed in step/, /dynamically imported module/i, /preload/i);
  await page.route('**/r/market-prices/**/egg-prices*.js', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `${await response.text()}\nglobalThis.__tampered = true;` });
  });
  await page.goto(EGGS);
  await expect(page.getByText('This project could not be loaded')).toBeVisible({ timeout: 12_000 });
  expect(await page.evaluate(() => '__tampered' in globalThis)).toBe(false);
});

test('what a release does not list is not served: server modules, draft cards, its own description', async ({ request }) => {
  const html = await (await request.get(EGGS)).text();
  const [shell] = /\/r\/shell\/[^/"]+\//.exec(html) ?? [''];
  const [eggs] = /\/r\/market-prices\/[^/"]+\//.exec(html) ?? [''];
  for (const path of [`${shell}server/entry-server.mjs`, `${shell}release.json`, `${eggs}private.json`, `${eggs}release.json`]) {
    expect((await request.get(path)).status(), path).toBe(404);
  }
});

test('no page and no script holds the description of a draft', async ({ page, request, site }) => {
  const { readFile, readdir } = await import('node:fs/promises');
  const { join } = await import('node:path');
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
  await page.goto('/projects');
});

test("the shell's files name no remote and none of their pages", async ({ site }) => {
  const { readFile, readdir } = await import('node:fs/promises');
  const { join } = await import('node:path');
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
