// React and React DOM alone, for the shell bench.
import { resolve } from 'node:path';
import { createServer } from 'node:http';
import { brotliCompressSync, constants } from 'node:zlib';
import { build } from 'vite';

const DOCUMENT =
  '<!doctype html><title>Bare React</title><div id="root"><p>Hello</p></div><script type="module" src="/main.js"></script>';

/** Builds the page and serves its one script like the site's: compressed once, at the highest level. */
export async function startBareReact() {
  const root = import.meta.dirname;
  const { output } = await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2022',
      modulePreload: { polyfill: false },
      rolldownOptions: { input: resolve(root, 'main.tsx'), output: { codeSplitting: false } },
    },
  });
  const [{ code }] = output;
  const script = brotliCompressSync(code, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(code) } });
  const server = createServer((request, response) => {
    if (request.url === '/') return response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(DOCUMENT);
    if (request.url !== '/main.js') return response.writeHead(404).end();
    response.writeHead(200, { 'Content-Type': 'text/javascript', 'Content-Encoding': 'br', 'Cache-Control': 'no-cache' });
    return response.end(script);
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  return { url: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}
