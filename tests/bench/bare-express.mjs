// The peer of the benches `api` and `history`, a separate process: Express with nothing but the responses in memory. Responses
// that the site compresses for each request are compressed by the same middleware. Its argument names a file of { path, headers,
// json | base64 }.
import { readFileSync } from 'node:fs';
import compression from 'compression';
import express from 'express';

const app = express();
app.disable('x-powered-by');
app.use('/api', compression());
for (const { path, headers, json, base64 } of JSON.parse(readFileSync(process.argv[2], 'utf8'))) {
  const bytes = base64 === undefined ? undefined : Buffer.from(base64, 'base64');
  app.get(path, (_request, response) => {
    response.set(headers);
    if (bytes) response.send(bytes);
    else response.json(json);
  });
}
const server = app.listen(0, '127.0.0.1', () => console.log(`running at http://127.0.0.1:${server.address().port}`));
process.once('SIGTERM', () => process.exit());
