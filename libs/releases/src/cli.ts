import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readRemoteBuild, readShellBuild } from './build-output.ts';
import { ReleaseError } from './errors.ts';
import { pageScriptBytes } from './gate.ts';
import { publish } from './publish.ts';
import { releasePaths } from './paths.ts';
import { damagedFiles, readRelease } from './read-release.ts';
import { readRegistry } from './registry-store.ts';
import { parseSigningKey, parseVerifyingKey } from './signing.ts';

export const RELEASE_USAGE = `  release <app> [--from <folder>]           publish apps/<app>/dist (or another build folder) and make it live
  status                                    what is live

RELEASES_DIR (default var/releases) is the release store. RELEASE_SIGNING_KEY signs the registry; without it the
key that \`npm start\` made in DATA_DIR/secrets.json (default var/data) is used.`;

type Environment = Readonly<Record<string, string | undefined>>;

async function signingKeyText(env: Environment): Promise<string> {
  if (env['RELEASE_SIGNING_KEY']) return env['RELEASE_SIGNING_KEY'];
  const path = join(env['DATA_DIR'] || 'var/data', 'secrets.json');
  if (!existsSync(path))
    throw new ReleaseError('KEY_INVALID', `set RELEASE_SIGNING_KEY, or run \`npm start\` once, which makes a key in ${path}`);
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

async function release(app: string | undefined, from: string | undefined, env: Environment): Promise<string[]> {
  if (!existsSync('nx.json'))
    throw new ReleaseError('RELEASE_REFUSED', "run the command in the project's top folder, where nx.json is");
  if (!app || !existsSync(join('apps', app, 'vite.config.ts'))) {
    throw new ReleaseError('RELEASE_REFUSED', `"${app ?? ''}" is no front end; name one of apps/, such as market-prices`);
  }
  const keyText = await signingKeyText(env);
  const keys = { signing: parseSigningKey(keyText), verifying: parseVerifyingKey(keyText) };
  const { version } = JSON.parse(await readFile(join('apps', app, 'package.json'), 'utf8')) as { version: string };
  const dist = resolve(from ?? join('apps', app, 'dist'));
  const build = app === 'shell' ? await readShellBuild(version, dist) : await readRemoteBuild(app, version, dist);
  const result = await publish(resolve(env['RELEASES_DIR'] || 'var/releases'), build, keys, new Date());
  return [`${result.app} ${result.release} ${result.changed ? 'is live' : 'was live already'} (registry ${result.serial})`];
}

async function status(env: Environment): Promise<string[]> {
  const root = resolve(env['RELEASES_DIR'] || 'var/releases');
  const registry = await readRegistry(root, parseVerifyingKey(await signingKeyText(env)));
  const lines = [`registry ${registry.serial}, issued ${registry.issuedAt}`];
  for (const [app, entry] of Object.entries(registry.apps)) {
    const manifest = await readRelease(root, app, entry.stable).catch((cause: Error) => cause);
    const lost =
      manifest instanceof Error ? [] : await damagedFiles(releasePaths.release(root, app, entry.stable.release), manifest);
    if (lost.length > 0) lines.push(`${app}  ${entry.stable.release}  DAMAGED: ${lost.join(', ')}; release it again`);
    else if (manifest instanceof Error) lines.push(`${app}  ${entry.stable.release}  DAMAGED: ${manifest.message}`);
    else if (manifest.kind === 'shell') lines.push(`${app}  ${entry.stable.release}  ${manifest.paths.length} pages`);
    else {
      const heaviest = Math.max(...manifest.contract.routes.map((route) => pageScriptBytes(manifest, route.path)));
      lines.push(
        `${app}  ${entry.stable.release}  ${manifest.contract.routes.length} pages, heaviest ${(heaviest / 1000).toFixed(1)} kB of script`,
      );
    }
  }
  return lines;
}

/** The commands of `site` over the release store. Answers the exit code: 0 done, 1 refused or failed, 2 not understood. */
export async function main(argv: readonly string[], env: Environment): Promise<number> {
  try {
    const { positionals, values } = parseArgs({ args: [...argv], allowPositionals: true, options: { from: { type: 'string' } } });
    const [command, app] = positionals;
    if (command === 'release') console.log((await release(app, values.from, env)).join('\n'));
    else if (command === 'status') console.log((await status(env)).join('\n'));
    else {
      console.error(`Usage: site <command>\n\n${RELEASE_USAGE}`);
      return 2;
    }
    return 0;
  } catch (cause) {
    console.error(`site: ${(cause as Error).message}`);
    return 1;
  }
}
