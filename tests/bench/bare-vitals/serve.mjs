// Scripts that report field data, built alone, and a bare page with the minimum, for the field data bench.
import { createServer } from 'node:http';
import { resolve } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { build, defaultClientConditions } from 'vite';
import { BUILD_TARGETS } from '../../../tools/browsers.mjs';

const root = resolve(import.meta.dirname, '../../..');
const DOCUMENT =
  '<!doctype html><html lang="en"><title>Bare page</title><h1>A page</h1><p>Its text.</p><script type="module" src="/main.js"></script>';

/** @returns the compressed scripts of a workspace module and of everything it imports, the module's own first */
export async function builtScripts(path) {
  const { output } = await build({
    root,
    configFile: false,
    logLevel: 'error',
    resolve: { conditions: ['@site/source', ...defaultClientConditions] },
    build: {
      write: false,
      target: BUILD_TARGETS,
      modulePreload: { polyfill: false },
      // The module's exports stand for what the site uses, so none of them is dropped as unused.
      rolldownOptions: { input: resolve(root, path), preserveEntrySignatures: 'strict' },
    },
  });
  return output.filter(({ type }) => type === 'chunk').map(({ code }) => brotliCompressSync(code));
}

/** Serves the bare page with this script, and accepts what it reports. */
export async function startBareVitals(script) {
  const server = createServer((request, response) => {
    if (request.method === 'POST') return request.resume().on('end', () => response.writeHead(204).end());
    if (request.url === '/') return response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(DOCUMENT);
    if (request.url !== '/main.js') return response.writeHead(404).end('Not found');
    return response.writeHead(200, { 'Content-Type': 'text/javascript', 'Content-Encoding': 'br' }).end(script);
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  return { url: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}
