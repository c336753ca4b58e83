import { countOf, registryEntry, retiredEntry } from '@site/contracts';
import type { BuildOutput } from './build-output.ts';
import { collectGarbage } from './collect-garbage.ts';
import {
  folderOf,
  folderStore,
  frontEndsHere,
  keysOf,
  readBuild,
  signingKeyText,
  storeOf,
  type Environment,
} from './command-environment.ts';
import { readCommand, readNumber, releaseIn, siteIn, type Options } from './command-line.ts';
import { describeChange, describeCommit, describeWho, percent } from './deployment-text.ts';
import { keyIdOf } from './authority/tuf-metadata.ts';
import { ReleaseError } from './errors.ts';
import { isRolledBack, lastStateOf, readHistory, type History } from './history.ts';
import { overrideLink, preview } from './link-commands.ts';
import { MAX_OVERRIDES } from './override.ts';
import { key } from './owner-key.ts';
import { parseSigningKey, parseVerifyingKey } from './signing.ts';
import { withStatement } from './store/build-statement.ts';
import { provenanceHere } from './store/provenance.ts';
import { team } from './team-commands.ts';

type Arguments = readonly string[];

/** Reads a build and adds a statement about its content and origin, signed with the releaser's key. */
async function buildWithStatement(app: string | undefined, options: Options, env: Environment): Promise<BuildOutput> {
  // Sent to a site elsewhere, the same build has the same manifest, whatever the store here has.
  const store = siteIn(options) === undefined ? folderOf(env) : undefined;
  const build = await readBuild(app, options.from, store);
  const { message, sbom } = options;
  const kit = build.manifest.kind === 'remote' ? build.manifest.kit : undefined;
  const provenance = await provenanceHere({ message, sbom, kit, env, now: new Date() });
  return withStatement(build, provenance, parseSigningKey(await signingKeyText(env)));
}

/**
 * Names the earlier decision that causes this build to be skipped; undefined if there is none.
 * @param isOnlyNew true with `--only-new`: a build that another release has replaced is skipped too
 */
async function decisionOn({ manifest }: BuildOutput, isOnlyNew: boolean, env: Environment): Promise<string | undefined> {
  const { app, release: id } = manifest;
  const registry = await (await folderStore(env)).registry();
  if (retiredEntry(registry, app)) return `${app} is retired; \`site release ${app}\` makes it live again`;
  const entry = registry && registryEntry(registry.apps, app);
  if (!entry) return undefined;
  const { stable, canary: tried, killed } = entry;
  if (tried?.release === id) return `${app} ${id} is already being tried`;
  if (tried) {
    const first = `\`site promote ${app}\` or \`site rollback ${app}\` first`;
    const rest = stable.release === id ? `${id} stays live` : `this build, ${id}, is not published: ${first}`;
    return `${app} ${tried.release} is being tried; ${rest}`;
  }
  if (killed.includes(id)) return `${app} ${id} was killed: ${stable.release} stays live; change the app and build it again`;
  const { verifying } = await keysOf(env);
  const history = (): History => readHistory(folderOf(env), verifying);
  const wasRolledBack = await isRolledBack(history(), app, id);
  const wasReplaced = isOnlyNew && stable.release !== id && (await lastStateOf(history(), app, id)) !== undefined;
  if (!wasReplaced && !wasRolledBack) return undefined;
  const what = wasRolledBack ? 'rolled back' : 'replaced';
  return `${app} ${id} was ${what}: ${stable.release} stays live; \`site release ${app}\` makes ${id} live again`;
}

const why = ({ message }: Options): string | null => message ?? null;

async function releaseOne(app: string | undefined, options: Options, env: Environment): Promise<string> {
  const build = await buildWithStatement(app, options, env);
  const isOnlyNew = options['only-new'] === true;
  const decision = isOnlyNew || options['keep-rollbacks'] ? await decisionOn(build, isOnlyNew, env) : undefined;
  if (decision) return decision;
  const result = await (await storeOf(siteIn(options), env)).release(build, why(options));
  return `${result.app} ${result.release} ${result.changed ? 'is live' : 'was already live'} (registry ${result.serial})`;
}

async function release([app]: Arguments, options: Options, env: Environment): Promise<string[]> {
  if (!options.all) return [await releaseOne(app, options, env)];
  if (app !== undefined || options.from !== undefined)
    throw new ReleaseError('RELEASE_REFUSED', '--all releases every front end in this folder: do not name an app or --from');
  const lines: string[] = [];
  for (const each of frontEndsHere()) {
    try {
      lines.push(await releaseOne(each, options, env));
    } catch (cause) {
      const done = lines.length === 0 ? '' : `\nreleased before it:\n${lines.join('\n')}`;
      throw new Error(`${each}: ${(cause as Error).message}${done}`, { cause });
    }
  }
  return lines;
}

async function check([app]: Arguments, options: Options, env: Environment): Promise<string[]> {
  const build = await buildWithStatement(app, options, env);
  const { reasons, others } = await (await storeOf(siteIn(options), env)).check(build);
  const { app: name, release: id } = build.manifest;
  if (reasons.length > 0)
    throw new ReleaseError(
      'RELEASE_REFUSED',
      `${name} ${id} may not go live:\n${reasons.map((reason) => `  - ${reason}`).join('\n')}`,
    );
  return [`${name} ${id} may go live alongside ${countOf(others, 'other app')}`];
}

async function canary([app]: Arguments, options: Options, env: Environment): Promise<string[]> {
  const share = readNumber('share', options.share ?? '5', 0, 100) / 100;
  const maxErrorRate = readNumber('max-error-rate', options['max-error-rate'] ?? '2', 0, 100) / 100;
  const build = await buildWithStatement(app, options, env);
  const result = await (await storeOf(siteIn(options), env)).canary(build, { share, maxErrorRate }, why(options));
  const { app: name, release: id } = build.manifest;
  return [
    `${name} ${id} is shown to ${percent(result.share)} of the visitors (registry ${result.serial})`,
    `it will be withdrawn if more than ${percent(maxErrorRate)} of its page views fail`,
  ];
}

async function promoteCanary([app]: Arguments, options: Options, env: Environment): Promise<string[]> {
  if (!app) throw new ReleaseError('RELEASE_REFUSED', 'name the app: site promote <app>');
  const result = await (await storeOf(siteIn(options), env)).promote(app, why(options));
  return [`${app} ${result.to} is live for every visitor instead of ${result.from} (registry ${result.serial})`];
}

async function switchBack([app]: Arguments, options: Options, env: Environment): Promise<string[]> {
  if (!app) throw new ReleaseError('RELEASE_REFUSED', 'name the app: site rollback <app> [--to <release>]');
  const result = await (await storeOf(siteIn(options), env)).rollback(app, releaseIn(options), why(options));
  if (result.wasRetired) return [`${app} ${result.to} is live again; it was retired (registry ${result.serial})`];
  if (result.isCanary)
    return [`${app} ${result.from} is rolled back; every visitor sees ${result.to} (registry ${result.serial})`];
  return [`${app} ${result.to} is live again instead of ${result.from} (registry ${result.serial})`];
}

async function killRelease([app, id]: Arguments, options: Options, env: Environment): Promise<string[]> {
  if (!app || !id) throw new ReleaseError('RELEASE_REFUSED', 'name the app and its release: site kill <app> <release>');
  const result = await (await storeOf(siteIn(options), env)).kill(app, id, why(options));
  return [`${app} ${id} is killed; ${result.to} is live (registry ${result.serial})`];
}

async function retireApp([app]: Arguments, options: Options, env: Environment): Promise<string[]> {
  if (!app) throw new ReleaseError('RELEASE_REFUSED', 'name the remote: site retire <remote>');
  const { serial, release: last, until } = await (await storeOf(siteIn(options), env)).retire(app, why(options));
  return [
    `${app} is retired (registry ${serial}): its pages return 410, or redirect as its contract says; its cards are gone`,
    `\`site rollback ${app}\` brings ${last} back; its files are kept until ${until.slice(0, 10)}`,
  ];
}

async function log([app]: Arguments, options: Options, env: Environment): Promise<string[]> {
  const changes = await (await storeOf(siteIn(options), env)).log(app);
  return changes.map(
    (change) =>
      `${change.at}  ${String(change.serial).padStart(5)}  ${change.app}  ${describeChange(change)}${describeWho(change)}`,
  );
}

async function clean(_args: Arguments, options: Options, env: Environment): Promise<string[]> {
  if (siteIn(options) !== undefined)
    throw new ReleaseError('RELEASE_REFUSED', 'gc works only in the store folder on this machine; leave out --to');
  const verifying = parseVerifyingKey(await signingKeyText(env));
  const { removed, bytes } = await collectGarbage(folderOf(env), { verifying }, new Date());
  return [
    ...removed.map((name) => `removed ${name}`),
    `removed ${countOf(removed.length, 'release')}, ${(bytes / 1e6).toFixed(1)} MB in total`,
  ];
}

async function status(_args: Arguments, options: Options, env: Environment): Promise<string[]> {
  const { serial, issuedAt, apps, retired } = await (await storeOf(siteIn(options), env)).status();
  const lines = [`registry ${serial}, issued ${issuedAt}`];
  for (const { app, release: live, detail, canary: tried, killed } of apps) {
    lines.push(`${app}  ${live}  ${detail}`);
    if (tried) {
      const limit = percent(tried.maxErrorRate);
      lines.push(
        `${app}  ${tried.release}  canary for ${percent(tried.share)}, withdrawn when more than ${limit} of its page views fail`,
      );
    }
    for (const id of killed) lines.push(`${app}  ${id}  killed`);
  }
  for (const { app, release: last, at } of retired) lines.push(`${app}  ${last}  retired ${at.slice(0, 10)}`);
  return lines;
}

async function verify([app, id]: Arguments, options: Options, env: Environment): Promise<string[]> {
  if (!app || !id) throw new ReleaseError('RELEASE_REFUSED', 'name the app and its release: site verify <app> <release>');
  const owner = parseVerifyingKey(options['owner-key'] ?? (await signingKeyText(env)));
  const store = await storeOf(siteIn(options), env);
  const { signer, provenance, rootVersion, files, bytes } = await store.verify(app, id, owner).catch((cause: unknown) => {
    const isStranger = cause instanceof ReleaseError && cause.code === 'REGISTRY_UNTRUSTED' && !options['owner-key'];
    throw isStranger ? new ReleaseError(cause.code, `${cause.message}; name the owner's public key with --owner-key`) : cause;
  });
  const { repository, at, builder, versions, sbom, message } = provenance;
  return [
    `${app} ${id} is what ${signer.team ? signer.name : 'the owner'} has signed`,
    `owner's key   ${keyIdOf(owner).slice(0, 12)}, ${rootVersion === 0 ? 'which delegates nothing' : `root document ${rootVersion}`}`,
    `statement     by the key ${signer.keyid.slice(0, 12)} at ${at}${message === null ? '' : `: ${message}`}`,
    `source        ${repository ?? 'no repository'}, ${describeCommit(provenance)}`,
    `build         ${builder}, ${
      Object.entries(versions)
        .map(([name, version]) => `${name} ${version}`)
        .join(', ') || 'no versions'
    }, ${sbom === null ? 'no bill of materials' : `bill of materials sha256 ${sbom}`}`,
    `files         ${files}, ${bytes} bytes, each with the hash that was signed`,
  ];
}

const COMMANDS = {
  release,
  check,
  canary,
  promote: promoteCanary,
  rollback: switchBack,
  'override-link': overrideLink,
  preview,
  kill: killRelease,
  retire: retireApp,
  log,
  status,
  gc: clean,
  team,
  verify,
  key,
} as const;

/** An extra argument is a mistake: it may have been meant as the release to roll back to. */
const MAX_ARGUMENTS: Readonly<Record<keyof typeof COMMANDS, number>> = {
  release: 1,
  check: 1,
  canary: 1,
  promote: 1,
  rollback: 1,
  'override-link': 2,
  preview: MAX_OVERRIDES,
  kill: 2,
  retire: 1,
  log: 1,
  status: 0,
  gc: 0,
  team: 2,
  verify: 2,
  key: 1,
};

const isCommand = (name: string | undefined): name is keyof typeof COMMANDS =>
  name !== undefined && Object.hasOwn(COMMANDS, name);

/** The `site` commands that work on a release store. Returns the exit code: 0 done, 1 refused or failed, 2 not understood. */
export async function main(argv: readonly string[], env: Environment): Promise<number> {
  try {
    const { name, args, values } = readCommand(argv);
    if (!isCommand(name)) {
      console.error(`site: ${name === undefined ? 'no command given' : `there is no command "${name}"`}; see \`site help\``);
      return 2;
    }
    const surplus = args.slice(MAX_ARGUMENTS[name]);
    if (surplus.length > 0)
      throw new ReleaseError('RELEASE_REFUSED', `unexpected "${surplus.join(' ')}" after ${name}; see \`site help\``);
    for (const line of await COMMANDS[name](args, values, env)) console.log(line);
    return 0;
  } catch (cause) {
    console.error(`site: ${(cause as Error).message}`);
    return 1;
  }
}
