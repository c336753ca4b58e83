// The peer of the benches `api`, `history`, `field-data` and `upgrade`, a separate process: Express with nothing but the responses in
// memory. Responses that the site compresses for each request are compressed by the same middleware. Its argument names a file of
// { path, headers, json | base64 }, or { path, takes: 'json' } for a route that parses what is posted and responds with 204.
import { readFileSync } from 'node:fs';
import compression from 'compression';
import express from 'express';

const app = express();
app.disable('x-powered-by');
app.use('/api', compression());
for (const { path, headers, json, base64, takes } of JSON.parse(readFileSync(process.argv[2], 'utf8'))) {
  const bytes = base64 === undefined ? undefined : Buffer.from(base64, 'base64');
  if (takes) app.post(path, express.json(), (_request, response) => response.status(204).end());
  else
    app.get(path, (_request, response) => {
      response.set(headers);
      if (bytes) response.send(bytes);
      else response.json(json);
    });
}
// A socket that systemd passes is already listening.
const place = process.env.LISTEN_FDS ? [{ fd: 3 }] : [0, '127.0.0.1'];
const server = app.listen(...place, () => console.log(`running at http://127.0.0.1:${server.address().port}`));
process.once('SIGTERM', () => {
  server.close(() => process.exit());
  server.closeIdleConnections();
});
