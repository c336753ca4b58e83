// Serves the build on a free port, from its own releases and data, which are deleted when it closes.
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { frontEnds } from './front-ends.mjs';
import { Refusal } from './command.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** @throws Refusal when the module is not built, which the import's own error does not say */
async function importBuilt(path) {
  const file = resolve(root, path);
  if (!existsSync(file)) throw new Refusal(`${path} is missing: \`npm run build\` builds everything.`);
  return import(pathToFileURL(file).href);
}

/**
 * Publishes the build into a folder, and returns the settings that a server needs for it.
 * @param apps what to publish; everything by default
 * @throws Refusal when something is not built
 */
export async function publishBuilt(folder, apps = frontEnds()) {
  const { generateSigningKey, main } = await importBuilt('libs/releases/dist/index.js');
  const env = { RELEASES_DIR: join(folder, 'releases'), RELEASE_SIGNING_KEY: generateSigningKey() };
  const log = console.log;
  console.log = () => {};
  try {
    for (const app of apps) {
      if ((await main(['release', app], env)) !== 0) throw new Refusal(`Publishing ${app} failed; the line above says why.`);
    }
  } finally {
    console.log = log;
  }
  return env;
}

/**
 * @param apps what to publish; everything by default
 * @param settings further settings for the server
 * @throws Refusal when something is not built
 */
export async function startBuiltSite(apps = frontEnds(), settings = {}) {
  const { startServer } = await importBuilt('apps/api/dist/start-server.js');
  mkdirSync(resolve(root, 'tmp'), { recursive: true });
  const folder = mkdtempSync(resolve(root, 'tmp/built-site-'));
  const env = { ...(await publishBuilt(folder, apps)), DATA_DIR: join(folder, 'data') };
  const { migrateSite } = await importBuilt('apps/api/dist/commands/migrate.command.js');
  await migrateSite(env);
  const server = await startServer({ ...env, PORT: '0', USDA_SOURCE: 'sample', LOG_LEVEL: 'silent', ...settings });
  return {
    url: server.url,
    signingKey: env.RELEASE_SIGNING_KEY,
    close: () => server.close().then(() => rmSync(folder, { recursive: true })),
  };
}
