// The peer without federation, for the benches.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { brotliCompressSync } from 'node:zlib';

/**
 * Builds the same pages as one app, and serves the federated site's documents with its one entry in place of the releases.
 * The working folder is the workspace.
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
  const types = { js: 'text/javascript', css: 'text/css', woff2: 'font/woff2' };
  const server = createServer((request, response) => {
    // A page that leaves gives up its requests; what it wanted to tell is nobody's business here.
    answer(request, response).catch(() => response.destroy());
  });
  async function answer(request, response) {
    if (request.method === 'POST') return response.writeHead(204).end();
    const path = new URL(request.url, 'http://x').pathname;
    const send = (type, body) => {
      response.writeHead(200, { 'Content-Type': type, 'Content-Encoding': 'br', 'Cache-Control': 'no-cache' });
      response.end(brotliCompressSync(body));
    };
    if (path.startsWith('/m/'))
      return send(types[path.split('.').pop()] ?? 'application/octet-stream', readFileSync(folder + path.slice(2)));
    const text = await (await fetch(federatedUrl + path)).text();
    if (path.startsWith('/api/')) return send('application/json', text);
    const html = text
      .replace(/<script type="importmap">.*?<\/script>\n/s, '')
      .replace(/<link rel="(modulepreload|stylesheet)"[^>]*>\n/g, '')
      .replace(/<link rel="preload"[^>]*>\n/g, '')
      .replace(
        /<style>.*?<\/style>/s,
        `<style>${readFileSync(folder + '/' + entry.css[0], 'utf8').replaceAll('url(/m/', 'url(/m/')}</style>`,
      )
      .replace(/<script type="module" src="[^"]*" integrity="[^"]*">/, `<script type="module" src="/m/${entry.file}">`);
    return send('text/html; charset=utf-8', html);
  }
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  return { url: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}
