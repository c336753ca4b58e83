// `npm start`: from a bare clone to the running site, in one process.
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:net';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildAll } from './build.mjs';
import { frontEnds } from './front-ends.mjs';
import { makeReady, Refusal } from './ready.mjs';
import { ensureSecrets } from './secrets.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
process.chdir(root);

function requireFreePort(port, host) {
  return new Promise((done, fail) => {
    const probe = createServer();
    probe.once('error', (error) => {
      const taken = `Port ${port} is taken: stop the other program, or choose another port with PORT=3001 npm start.`;
      fail(new Refusal(error.code === 'EADDRINUSE' ? taken : `Port ${port} cannot be opened (${error.message}).`));
    });
    probe.listen(port, host, () => probe.close(() => done()));
  });
}

function build() {
  console.log('• Building shell, remotes and API');
  if (!buildAll()) throw new Refusal('The build failed; the lines above say why.');
}

async function release(env) {
  console.log('• Publishing releases');
  const { main } = await import('../libs/releases/dist/index.js');
  for (const app of frontEnds()) {
    if ((await main(['release', app], env)) !== 0) throw new Refusal(`Publishing ${app} failed; the line above says why.`);
  }
}

/** A password for this run alone: without one in the environment the gate would stay shut. */
async function makeDraftPassword(env) {
  if (env.DRAFT_PASSWORD_HASH) return undefined;
  const { hashPassword } = await import('../apps/api/dist/auth-gate/password-hash.js');
  const password = randomBytes(15).toString('base64url');
  env.DRAFT_PASSWORD_HASH = await hashPassword(password);
  return password;
}

async function start() {
  const env = { ...process.env };
  env.DATA_DIR ||= resolve('var/data');
  env.RELEASES_DIR ||= resolve('var/releases');
  env.PORT ||= '3000';
  if (!/^\d{1,5}$/.test(env.PORT) || Number(env.PORT) > 65535)
    throw new Refusal(`PORT is "${env.PORT}": it must be a number from 0 to 65535.`);
  makeReady();
  await requireFreePort(Number(env.PORT), env.HOST || '127.0.0.1');
  if (!env.USDA_API_KEY && !env.USDA_SOURCE) env.USDA_SOURCE = 'sample';
  env.RELEASE_SIGNING_KEY ||= ensureSecrets(env.DATA_DIR).RELEASE_SIGNING_KEY;
  build();
  await release(env);
  const draftPassword = await makeDraftPassword(env);
  const { startServer } = await import('../apps/api/dist/start-server.js');
  const server = await startServer(env);
  console.log(`
  The site runs at ${server.url}
  Prices    ${env.USDA_SOURCE === 'sample' ? 'bundled sample data (set USDA_API_KEY for live USDA data)' : 'live USDA data'}
  Drafts    ${draftPassword ? `the password of this run is ${draftPassword}` : 'by your DRAFT_PASSWORD_HASH'}
  Data      ${env.DATA_DIR}
  Releases  ${env.RELEASES_DIR}
  Stop      Ctrl-C
`);
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    console.log('\n• Stopping');
    await server.close();
    process.exit(0);
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}

start().catch((error) => {
  console.error(`\n${error instanceof Refusal ? error.message : error.stack}`);
  process.exitCode = 1;
});
