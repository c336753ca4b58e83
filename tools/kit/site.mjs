#!/usr/bin/env node
// The `site` command of the kit, for a team's own repository.
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { closeOnSignal, isPort, Refusal, reportFailure } from '../command.mjs';
import { newRepository } from '../scaffold/repository.mjs';

const OWN_COMMANDS = [
  ['new repository <folder> --kit <file or address> --site <address>', 'write a small, complete, tested remote to start from'],
  ['dev [--port 5173] [--site <address>]', 'show this remote inside the live site while you write it, with hot reload'],
];
/** Commands that need no site. */
const WITHOUT_SITE = ['key', 'gc'];

/** Imported only when needed: `new repository` runs in a kit that is unpacked but not installed. */
const releases = () => import('@site/releases');

async function help() {
  const { describeCommands, RELEASE_COMMANDS, RELEASE_SETTINGS } = await releases();
  const lists = [OWN_COMMANDS, RELEASE_COMMANDS].map(describeCommands);
  console.log(['Usage: site <command>', ...lists, RELEASE_SETTINGS].join('\n\n'));
}

const readKit = () => JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
const readRemote = () => (existsSync('package.json') ? JSON.parse(readFileSync('package.json', 'utf8')) : {});

/** The site named by the arguments or package.json. @throws Refusal if neither names one */
function requireSite(named) {
  const site = named ?? readRemote().site;
  if (!site) throw new Refusal('name the site by its address, with --to, or as "site" in package.json');
  return site;
}

async function develop(args) {
  const text = { type: 'string' };
  const { values } = parseArgs({ args, options: { port: { ...text, default: '5173' }, site: text } });
  if (!isPort(values.port)) throw new Refusal(`--port is "${values.port}": it must be a number from 0 to 65535.`);
  const { name } = readRemote();
  if (!name || !existsSync('remote.contract.ts'))
    throw new Refusal("run the command in the remote's folder, where remote.contract.ts is");
  const site = new URL(requireSite(values.site)).origin;
  const { storeOf } = await releases();
  const { linkToFirstPage, startDevelopmentServer, printDevelopment } = await import('../vite/development.mjs');
  const { server, origin } = await startDevelopmentServer(resolve('.'), Number(values.port), site);
  try {
    const { port } = new URL(origin);
    const { token } = await (await storeOf(site, process.env)).overrideLink({ app: name, port }, 24);
    const link = await linkToFirstPage(origin, site, token);
    closeOnSignal(() => server.close());
    printDevelopment(name, origin, site, link);
  } catch (error) {
    await server.close();
    throw error;
  }
}

async function run([name, ...args]) {
  if (name === undefined || ['help', '--help', '-h'].includes(name)) return help();
  if (name === 'dev') return develop(args);
  if (name === 'new' && args[0] === 'repository') return newRepository(args.slice(1), readKit().dependencies);
  const { main, readCommand, siteIn } = await releases();
  const all = [name, ...args];
  const isNamed = WITHOUT_SITE.includes(name) || siteIn(readCommand(all).values) !== undefined;
  process.exitCode = await main(isNamed ? all : [...all, '--to', requireSite()], process.env);
}

/** Errors in the arguments or from the site are reported in one sentence. */
const isExplained = ({ name, code }) => name === 'ReleaseError' || String(code).startsWith('ERR_PARSE_ARGS');

run(process.argv.slice(2)).catch((error) => reportFailure(isExplained(error) ? new Refusal(error.message) : error));
