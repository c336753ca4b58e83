// Shared by `npm start` and `npm run dev`: the site in this folder, built, published and served.
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:net';
import { resolve } from 'node:path';
import { buildAll } from './build.mjs';
import { isPort, Refusal } from './command.mjs';
import { phase } from './progress.mjs';
import { makeReady } from './ready.mjs';

function requireFreePort(port, host, command) {
  return new Promise((done, fail) => {
    const probe = createServer();
    probe.once('error', (error) => {
      const taken = `Port ${port} is taken: stop the other program, or choose another port with PORT=3001 ${command}.`;
      fail(new Refusal(error.code === 'EADDRINUSE' ? taken : `Port ${port} cannot be opened (${error.message}).`));
    });
    probe.listen(port, host, () => probe.close(() => done()));
  });
}

async function build() {
  if (!(await phase('Building shell, remotes and API', () => buildAll({ isQuiet: true }))))
    throw new Refusal('The build failed; the lines above say why.');
}

/** A password for this run only, unless the environment has one: without any password the list of drafts would stay locked. */
async function makeDraftPassword(env) {
  if (env.DRAFT_PASSWORD_HASH) return undefined;
  const { hashPassword } = await import('../apps/api/dist/passwords/password-hash.js');
  const password = randomBytes(15).toString('base64url');
  env.DRAFT_PASSWORD_HASH = hashPassword(password);
  return password;
}

/** The environment, with defaults for what a first run needs. @throws Refusal if PORT is not a port */
export function localEnvironment() {
  const env = { ...process.env };
  env.DATA_DIR ||= resolve('var/data');
  env.RELEASES_DIR ||= resolve('var/releases');
  env.PORT ||= '3000';
  if (!isPort(env.PORT)) throw new Refusal(`PORT is "${env.PORT}": it must be a number from 0 to 65535.`);
  if (!env.USDA_API_KEY && !env.USDA_SOURCE) env.USDA_SOURCE = 'sample';
  return env;
}

/**
 * Installs, builds, publishes, migrates and serves.
 * @param command what the user typed, for messages
 * @throws Refusal if something prevents it
 */
export async function startLocalSite(env, command) {
  await makeReady(async () => {
    await requireFreePort(Number(env.PORT), env.HOST || '127.0.0.1', command);
    await build();
  });
  const draftPassword = await makeDraftPassword(env);
  const { serveHere } = await import('../apps/api/dist/serve-here.js');
  return { server: await serveHere(env, console.log, '--keep-rollbacks'), draftPassword };
}
