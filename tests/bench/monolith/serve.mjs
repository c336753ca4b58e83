// The peer without federation, for the benches.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { brotliCompressSync } from 'node:zlib';

const FOREVER = 'public, max-age=31536000, immutable';
/** Compressed bodies by content: like releases, they are compressed once, not while a visitor waits. */
const known = new Map();

function compressed(text) {
  if (!known.has(text)) known.set(text, brotliCompressSync(text));
  return known.get(text);
}

/**
 * Builds the same pages as one app, and serves the federated site's documents with that app's one entry in place of the releases.
 * The working directory must be the workspace.
 */
export async function startMonolith(federatedUrl) {
  const built = spawnSync(
    process.execPath,
    ['node_modules/vite/bin/vite.js', 'build', '--config', 'tests/bench/monolith/vite.config.ts', '--logLevel', 'error'],
    { stdio: 'inherit' },
  );
  if (built.status !== 0) throw new Error('the monolith did not build');
  const folder = 'tmp/bench/monolith';
  const manifest = JSON.parse(readFileSync(`${folder}/.vite/manifest.json`, 'utf8'));
  const entry = Object.values(manifest).find((chunk) => chunk.isEntry);
  const styles = readFileSync(`${folder}/${manifest['style.css'].file}`, 'utf8');
  const types = { js: 'text/javascript', css: 'text/css', woff2: 'font/woff2', svg: 'image/svg+xml' };
  const server = createServer((request, response) => {
    respond(request, response).catch((error) => {
      // A page that navigates away aborts its requests. One that is still waiting would be measured with a part missing.
      if (response.destroyed) return;
      console.error(request.url, error);
      process.exitCode = 1;
      response.writeHead(500).end();
    });
  });
  async function respond(request, response) {
    if (request.method === 'POST') return response.writeHead(204).end();
    const path = new URL(request.url, 'http://x').pathname;
    const send = (type, body, keep = 'no-cache', status = 200) => {
      response.writeHead(status, { 'Content-Type': type, 'Content-Encoding': 'br', 'Cache-Control': keep });
      response.end(compressed(body));
    };
    if (path.startsWith('/m/')) {
      const type = types[path.split('.').pop()] ?? 'application/octet-stream';
      const file = readFileSync(folder + path.slice(2));
      if (type !== types.woff2) return send(type, file.toString(), FOREVER);
      return response.writeHead(200, { 'Content-Type': type, 'Cache-Control': FOREVER }).end(file);
    }
    // Including its query, because prices for a query differ from those without one.
    const origin = await fetch(federatedUrl + request.url);
    const text = await origin.text();
    if (path.startsWith('/api/')) return send('application/json', text, 'no-cache', origin.status);
    const html = text
      .replace(/<script type="importmap">.*?<\/script>\n/s, '')
      .replace(/<link rel="(modulepreload|stylesheet)"[^>]*>\n/g, '')
      .replace(/<link rel="preload"[^>]*>\n/g, '')
      .replace(/<style>.*?<\/style>/s, () => `<style>${styles}</style>`)
      .replace(/<script type="module" src="[^"]*" integrity="[^"]*">/, `<script type="module" src="/m/${entry.file}">`);
    return send('text/html; charset=utf-8', html);
  }
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  return { url: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}
