// Pages of the site without scripts: the peer of the benches that compare with "bare HTML".
import { createServer } from 'node:http';
import { brotliCompressSync } from 'node:zlib';

/** A document without a script, a preload of one, or the data that scripts read. */
export const withoutScripts = (html) =>
  html.replace(/<script\b.*?<\/script>\n?/gs, '').replace(/<link rel="modulepreload"[^>]*>\n?/g, '');

/**
 * Serves documents, and everything else as the site does.
 * @param documents HTML by path
 */
export async function startBarePages(siteUrl, documents) {
  const pages = new Map(Object.entries(documents).map(([path, html]) => [path, brotliCompressSync(html)]));
  const files = new Map();
  const server = createServer(async (request, response) => {
    const page = pages.get(request.url);
    if (page) {
      response.writeHead(200, {
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Encoding': 'br',
        'Cache-Control': 'no-cache',
      });
      return response.end(page);
    }
    if (!files.has(request.url)) {
      const origin = await fetch(siteUrl + request.url);
      files.set(request.url, { type: origin.headers.get('content-type'), body: Buffer.from(await origin.arrayBuffer()) });
    }
    const { type, body } = files.get(request.url);
    response.writeHead(200, { 'Content-Type': type, 'Cache-Control': 'no-cache' });
    response.end(body);
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  return { url: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}
