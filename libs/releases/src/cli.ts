import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { VISITOR_BUCKETS, type Registry, type RegistryApp } from '@site/contracts';
import { readRemoteBuild, readShellBuild, type BuildOutput } from './build-output.ts';
import { promote, startCanary } from './canary.ts';
import { collectGarbage } from './collect-garbage.ts';
import { refusalsOfContent } from './content-gate.ts';
import { ReleaseError } from './errors.ts';
import { pageScriptBytes } from './gate.ts';
import { deploymentsOf, isTakenBack, readHistory, type Deployment } from './history.ts';
import { signLocalOverride, signOverride } from './override.ts';
import { publish, refusals, type RegistryKeys } from './publish.ts';
import { releasePaths } from './paths.ts';
import { damagedFiles, readRelease } from './read-release.ts';
import { readRegistry } from './registry-store.ts';
import { parseSigningKey, parseVerifyingKey } from './signing.ts';
import { kill, rollback } from './switch-release.ts';
import { bucketCount } from './visitor-sets.ts';

interface Options {
  readonly from?: string;
  readonly to?: string;
  readonly share?: string;
  readonly hours?: string;
  readonly local?: string;
  readonly 'max-error-rate'?: string;
  readonly 'heed-rollbacks'?: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The key in the environment, or the one that `npm start` made. @throws ReleaseError KEY_INVALID when there is neither */
export async function signingKeyText(env: Environment): Promise<string> {
  if (env['RELEASE_SIGNING_KEY']) return env['RELEASE_SIGNING_KEY'];
  const path = join(env['DATA_DIR'] || 'var/data', 'secrets.json');
  if (!existsSync(path))
    throw new ReleaseError(
      'KEY_INVALID',
      `set RELEASE_SIGNING_KEY (\`site key\` prints a new one), or run \`npm start\` once, which makes a key in ${path}`,
    );
  try {
    const secrets = JSON.parse(await readFile(path, 'utf8')) as { RELEASE_SIGNING_KEY?: string };
    return secrets.RELEASE_SIGNING_KEY ?? '';
  } catch (cause) {
    throw new ReleaseError(
      'KEY_INVALID',
      `${path} cannot be read (${(cause as Error).message}); repair it, or set RELEASE_SIGNING_KEY`,
    );
  }
}

async function keysOf(env: Environment): Promise<RegistryKeys> {
  const text = await signingKeyText(env);
  return { signing: parseSigningKey(text), verifying: parseVerifyingKey(text) };
}

const storeOf = (env: Environment): string => resolve(env['RELEASES_DIR'] || 'var/releases');

/** Reads the build of an app in the project's folder. @throws ReleaseError saying what to do */
async function readBuild(app: string | undefined, from: string | undefined): Promise<BuildOutput> {
  if (!existsSync('nx.json'))
    throw new ReleaseError('RELEASE_REFUSED', "run the command in the project's top folder, where nx.json is");
  if (!app || !existsSync(join('apps', app, 'vite.config.ts'))) {
    throw new ReleaseError('RELEASE_REFUSED', `"${app ?? ''}" is no front end; name one of apps/, such as market-prices`);
  }
  const { version } = JSON.parse(await readFile(join('apps', app, 'package.json'), 'utf8')) as { version: string };
  const dist = resolve(from ?? join('apps', app, 'dist'));
  return app === 'shell' ? readShellBuild(version, dist) : readRemoteBuild(app, version, dist);
}

/** Why nothing is to be done about a build where somebody has decided otherwise already; undefined: nobody has. */
async function decisionOn({ manifest }: BuildOutput, env: Environment): Promise<string | undefined> {
  const { app, release: id } = manifest;
  const entry = (await liveApps(env))[app];
  if (!entry) return undefined;
  const { stable, canary: tried, killed } = entry;
  if (tried?.release === id) return `${app} ${id} is being tried, and stays so`;
  if (tried) {
    const first = `\`site promote ${app}\` or \`site rollback ${app}\` first`;
    const rest = stable.release === id ? `${id} stays live` : `this build, ${id}, is not published: ${first}`;
    return `${app} ${tried.release} is being tried; ${rest}`;
  }
  if (killed.includes(id)) return `${app} ${id} was killed and stays so: ${stable.release} is live; change it and build it anew`;
  const history = await readHistory(storeOf(env), (await keysOf(env)).verifying);
  if (!isTakenBack(history, app, id)) return undefined;
  return `${app} ${id} was taken back and stays so: ${stable.release} is live; \`site release ${app}\` makes it live again`;
}

async function release([app]: readonly string[], options: Options, env: Environment): Promise<string[]> {
  const build = await readBuild(app, options.from);
  const decision = options['heed-rollbacks'] ? await decisionOn(build, env) : undefined;
  if (decision) return [decision];
  const result = await publish(storeOf(env), build, await keysOf(env), new Date());
  return [`${result.app} ${result.release} ${result.changed ? 'is live' : 'was live already'} (registry ${result.serial})`];
}

async function check([app]: readonly string[], { from }: Options, env: Environment): Promise<string[]> {
  const build = await readBuild(app, from);
  const apps = await liveApps(env);
  const reasons = [...refusalsOfContent(build), ...(await refusals(storeOf(env), build.manifest, apps))];
  const { app: name, release: id } = build.manifest;
  if (reasons.length > 0)
    throw new ReleaseError(
      'RELEASE_REFUSED',
      `${name} ${id} may not go live:\n${reasons.map((reason) => `  - ${reason}`).join('\n')}`,
    );
  const others = Object.keys(apps).filter((other) => other !== name).length;
  return [`${name} ${id} may go live beside ${others} other apps`];
}

/** What is live; nothing where nothing was ever released. */
async function liveApps(env: Environment): Promise<Registry['apps']> {
  try {
    return (await readRegistry(storeOf(env), parseVerifyingKey(await signingKeyText(env)))).apps;
  } catch (cause) {
    if (cause instanceof ReleaseError && cause.code === 'REGISTRY_MISSING') return {};
    throw cause;
  }
}

const pageCount = (pages: readonly unknown[]): string => (pages.length === 1 ? '1 page' : `${pages.length} pages`);

const percent = (part: number): string => `${Number((part * 100).toFixed(2))} %`;

/** @throws ReleaseError when it is no number of percents within the limits */
function readPercent(option: string, text: string, least: number): number {
  const value = Number(text);
  if (text.trim() === '' || !(value >= least && value <= 100))
    throw new ReleaseError('RELEASE_REFUSED', `--${option} must be a number of percents from ${least} to 100, not "${text}"`);
  return value / 100;
}

async function canary([app]: readonly string[], options: Options, env: Environment): Promise<string[]> {
  const share = readPercent('share', options.share ?? '5', 0);
  const maxErrorRate = readPercent('max-error-rate', options['max-error-rate'] ?? '2', 0);
  const build = await readBuild(app, options.from);
  const result = await startCanary(storeOf(env), build, { share, maxErrorRate }, await keysOf(env), new Date());
  const { app: name, release: id } = build.manifest;
  return [
    `${name} ${id} is what ${percent(result.share)} of the visitors see (registry ${result.serial})`,
    `it is withdrawn when more than ${percent(maxErrorRate)} of its page views fail`,
  ];
}

async function promoteCanary([app]: readonly string[], _options: Options, env: Environment): Promise<string[]> {
  if (!app) throw new ReleaseError('RELEASE_REFUSED', 'name the app: site promote <app>');
  const result = await promote(storeOf(env), app, await keysOf(env), new Date());
  return [`${app} ${result.to} is live for every visitor instead of ${result.from} (registry ${result.serial})`];
}

const MOST_HOURS = 24 * 30;

async function overrideLink([app, id]: readonly string[], { hours = '24', local }: Options, env: Environment): Promise<string[]> {
  if (!app || (id === undefined) === (local === undefined))
    throw new ReleaseError(
      'RELEASE_REFUSED',
      'name the app and its release, site override-link <app> <release>; or the port of a development server, site override-link <remote> --local 5173',
    );
  if (!(Number(hours) > 0 && Number(hours) <= MOST_HOURS))
    throw new ReleaseError('RELEASE_REFUSED', `--hours must be a number up to ${MOST_HOURS}, not "${hours}"`);
  const site = env['PUBLIC_ORIGIN'] || `http://localhost:${env['PORT'] || '3000'}`;
  const expires = Date.now() + Number(hours) * 3_600_000;
  const keys = await keysOf(env);
  const origin = `http://localhost:${local}`;
  const token =
    id === undefined
      ? signLocalOverride({ app, origin, expires, site }, keys.signing)
      : await signOverride(storeOf(env), { app, release: id, expires, site }, keys);
  return [
    `${app} ${id ?? `from ${origin}`} until ${new Date(expires).toISOString()}, for whoever opens:`,
    `${site}/?override=${token}`,
    `${site}/?override=none ends it`,
  ];
}

async function switchBack([app]: readonly string[], { to }: Options, env: Environment): Promise<string[]> {
  if (!app) throw new ReleaseError('RELEASE_REFUSED', 'name the app: site rollback <app> [--to <release>]');
  const result = await rollback(storeOf(env), app, to, await keysOf(env), new Date());
  if (result.isCanary)
    return [`${app} ${result.from} is taken back; every visitor sees ${result.to} (registry ${result.serial})`];
  return [`${app} ${result.to} is live again instead of ${result.from} (registry ${result.serial})`];
}

async function killRelease([app, id]: readonly string[], _options: Options, env: Environment): Promise<string[]> {
  if (!app || !id) throw new ReleaseError('RELEASE_REFUSED', 'name the app and its release: site kill <app> <release>');
  const result = await kill(storeOf(env), app, id, await keysOf(env), new Date());
  return [`${app} ${id} is killed; ${result.to} is live (registry ${result.serial})`];
}

function describeChange({ from, to, share }: Pick<Deployment, 'from' | 'to' | 'share'>): string {
  if (share === undefined) return `${from ?? '(first)'} -> ${to}`;
  return to === null ? `canary ${from} taken back` : `canary ${to} for ${percent(share)}`;
}

async function log([app]: readonly string[], _options: Options, env: Environment): Promise<string[]> {
  const verifying = parseVerifyingKey(await signingKeyText(env));
  const deployments = deploymentsOf(await readHistory(storeOf(env), verifying));
  return deployments
    .filter((deployment) => app === undefined || deployment.app === app)
    .map(({ serial, at, app: name, ...change }) => `${at}  ${String(serial).padStart(5)}  ${name}  ${describeChange(change)}`);
}

async function clean(_words: readonly string[], _options: Options, env: Environment): Promise<string[]> {
  const { removed, bytes } = await collectGarbage(
    storeOf(env),
    { verifying: parseVerifyingKey(await signingKeyText(env)) },
    new Date(),
  );
  return [...removed.map((name) => `removed ${name}`), `${removed.length} releases, ${(bytes / 1e6).toFixed(1)} MB`];
}

async function describe(root: string, app: string, { stable, previous }: RegistryApp): Promise<string> {
  const behind = previous ? `, behind it ${previous.release}` : ', nothing behind it';
  try {
    const manifest = await readRelease(root, app, stable);
    const lost = await damagedFiles(releasePaths.release(root, app, stable.release), manifest);
    if (lost.length > 0) return `DAMAGED: ${lost.join(', ')}; release it again${behind}`;
    if (manifest.kind === 'shell') return `${pageCount(manifest.paths)}${behind}`;
    const heaviest = Math.max(...manifest.contract.routes.map((route) => pageScriptBytes(manifest, route.path)));
    return `${pageCount(manifest.contract.routes)}, heaviest ${(heaviest / 1000).toFixed(1)} kB of script${behind}`;
  } catch (cause) {
    return `DAMAGED: ${(cause as Error).message}${behind}`;
  }
}

async function status(_words: readonly string[], _options: Options, env: Environment): Promise<string[]> {
  const root = storeOf(env);
  const registry = await readRegistry(root, parseVerifyingKey(await signingKeyText(env)));
  const lines = [`registry ${registry.serial}, issued ${registry.issuedAt}`];
  for (const [app, entry] of Object.entries(registry.apps)) {
    lines.push(`${app}  ${entry.stable.release}  ${await describe(root, app, entry)}`);
    if (entry.canary) {
      const { release: tried, buckets, maxErrorRate } = entry.canary;
      const share = percent(bucketCount(buckets) / VISITOR_BUCKETS);
      lines.push(
        `${app}  ${tried}  canary for ${share}, withdrawn when more than ${percent(maxErrorRate)} of its page views fail`,
      );
    }
    for (const id of entry.killed) lines.push(`${app}  ${id}  killed`);
  }
  return lines;
}

const COMMANDS = {
  release,
  check,
  canary,
  promote: promoteCanary,
  rollback: switchBack,
  'override-link': overrideLink,
  kill: killRelease,
  log,
  status,
  gc: clean,
} as const;

/** A word too many is a mistake: it may have been meant as the release to go back to. */
const MOST_WORDS = {
  release: 1,
  check: 1,
  canary: 1,
  promote: 1,
  rollback: 1,
  'override-link': 2,
  kill: 2,
  log: 1,
  status: 0,
  gc: 0,
} as const;

const isCommand = (name: string | undefined): name is keyof typeof COMMANDS =>
  name !== undefined && Object.hasOwn(COMMANDS, name);

/** Name, words and options of a command, wherever the options stand. @throws Error naming an option that there is not */
export function readCommand(argv: readonly string[]) {
  const text = { type: 'string' } as const;
  const options = {
    hours: text,
    local: text,
    from: text,
    to: text,
    share: text,
    'max-error-rate': text,
    'heed-rollbacks': { type: 'boolean' },
  } as const;
  const { positionals, values } = parseArgs({ args: [...argv], allowPositionals: true, options });
  const [name, ...words] = positionals;
  return { name, words, values };
}

/** The commands of `site` over the release store. Answers the exit code: 0 done, 1 refused or failed, 2 not understood. */
export async function main(argv: readonly string[], env: Environment): Promise<number> {
  try {
    const { name, words, values } = readCommand(argv);
    if (!isCommand(name)) {
      console.error(`site: there is ${name === undefined ? 'no command in this' : `no command "${name}"`}; see \`site help\``);
      return 2;
    }
    const surplus = words.slice(MOST_WORDS[name]);
    if (surplus.length > 0)
      throw new ReleaseError('RELEASE_REFUSED', `"${surplus.join(' ')}" is one word too many for ${name}; see \`site help\``);
    for (const line of await COMMANDS[name](words, values, env)) console.log(line);
    return 0;
  } catch (cause) {
    console.error(`site: ${(cause as Error).message}`);
    return 1;
  }
}
