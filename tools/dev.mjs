// `npm run dev -- <remote>`: one development server with hot reload, inside the built site.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { fileURLToPath } from 'node:url';
import { buildAll } from './build.mjs';
import { closeOnSignal, isPort, Refusal, reportFailure } from './command.mjs';
import { frontEnds } from './front-ends.mjs';
import { localEnvironment, startLocalSite } from './local-site.mjs';
import { installPackages } from './ready.mjs';

process.chdir(process.env.SITE_WORKSPACE ?? fileURLToPath(new URL('..', import.meta.url)));

const USAGE = `Usage: npm run dev -- <remote> [--port 5173] [--site https://portfolio.example]

Without --site, the site in this folder is built and served too. With it, only the development server starts, and the holder of
that site's signing key makes the link: npx site override-link <remote> --local <port>.`;

function readArguments() {
  const text = { type: 'string' };
  try {
    return parseArgs({ allowPositionals: true, options: { port: { ...text, default: '5173' }, site: text } });
  } catch (error) {
    throw new Refusal(`${error.message}\n\n${USAGE}`);
  }
}

const DAY_MS = 86_400_000;

/** The link that puts the development server's remote into the site, on its first page; undefined without the site's key. */
async function makeLink(remote, origin, site, signingKey) {
  if (!signingKey) return undefined;
  const { parseSigningKey, signLocalOverride } = await import('../libs/releases/dist/index.js');
  const { linkToFirstPage } = await import('./vite/development.mjs');
  const link = { app: remote, origin, site, expires: Date.now() + DAY_MS };
  return linkToFirstPage(origin, site, signLocalOverride(link, parseSigningKey(signingKey)));
}

/** For a site on another machine nothing is built except the code that signs a link to it. */
async function prepare(signingKey) {
  await installPackages();
  if (signingKey && !existsSync(new URL('../libs/releases/dist/index.js', import.meta.url)) && !(await buildAll()))
    throw new Refusal('The build failed; the lines above say why.');
}

async function start() {
  const { values, positionals } = readArguments();
  const remotes = frontEnds().filter((name) => name !== 'shell');
  const [remote = ''] = positionals;
  if (!remotes.includes(remote) || positionals.length > 1)
    throw new Refusal(`"${positionals.join(' ')}" is not a remote; the remotes are ${remotes.join(', ')}.\n\n${USAGE}`);
  if (!isPort(values.port)) throw new Refusal(`--port is "${values.port}": it must be a number from 0 to 65535.`);
  if (values.site !== undefined && !(/^https?:/.test(values.site) && URL.canParse(values.site)))
    throw new Refusal(
      `--site is "${values.site}": it must be the site's address, such as https://portfolio.example.\n\n${USAGE}`,
    );
  const env = localEnvironment();
  const running = [];
  const close = () => Promise.all(running.map((server) => server.close()));
  try {
    const local = values.site ? undefined : await startLocalSite(env, `npm run dev -- ${remote}`);
    if (local) running.push(local.server);
    else await prepare(env.RELEASE_SIGNING_KEY);
    const localUrl = env.PORT === '0' ? local?.server.url : `http://localhost:${env.PORT}`;
    const site = new URL(values.site ?? env.PUBLIC_ORIGIN ?? localUrl).origin;
    // This imports Vite, which may have only just been installed.
    const { startDevelopmentServer, printDevelopment } = await import('./vite/development.mjs');
    const development = await startDevelopmentServer(resolve('apps', remote), Number(values.port), site);
    running.push(development.server);
    const link = await makeLink(remote, development.origin, site, env.RELEASE_SIGNING_KEY);
    closeOnSignal(close);
    const { port } = new URL(development.origin);
    const elsewhere = `the one that \`npx site override-link ${remote} --local ${port}\` prints on the machine that has the key of ${site}`;
    printDevelopment(remote, development.origin, site, link ?? elsewhere);
  } catch (error) {
    await close();
    throw error;
  }
}

start().catch(reportFailure);
