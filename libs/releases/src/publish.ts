import type { KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  registryEntry,
  retiredEntry,
  type Registry,
  type RegistryApp,
  type ReleaseManifest,
  type ReleasePointer,
  type RemoteRelease,
  type ShellRelease,
} from '@site/contracts';
import { authorityOf } from './authority/authority.ts';
import { signerOf } from './authority/statement.ts';
import { manifestTextOf, type BuildOutput } from './build-output.ts';
import { compressGzip } from './collect-files.ts';
import { refusalsOfContent, type JudgeContent } from './content-gate.ts';
import { placeFolder, putDurably, writeDurably } from './durable-file.ts';
import { ReleaseError } from './errors.ts';
import { refusalsOfRemote, refusalsToReplace } from './gate.ts';
import { integrityOf } from './integrity.ts';
import { writeIfChanged } from './origin/folder-copy.ts';
import { releasePaths } from './paths.ts';
import { damagedFiles, readRelease } from './read-release.ts';
import { readIfAny, updateRegistry, type RegistryKeys } from './registry-store.ts';
import { requireOwnName } from './release-name.ts';

async function writeFolder(folder: string, build: BuildOutput, manifestText: string): Promise<void> {
  const put = (path: string, content: Buffer | string) => putDurably(join(folder, path), content);
  for (const file of build.files) {
    await put(file.path, file.content);
    if (!file.brotli) continue;
    await put(`${file.path}.br`, file.brotli);
    // The gzip form is not uploaded but made here, after the last check, because checks may be repeated endlessly, and at a level that is
    // fast for any text.
    await put(`${file.path}.gz`, file.gzip ?? (await compressGzip(file.content, { level: 6 })));
  }
  for (const [path, content] of Object.entries(build.privateFiles)) await put(path, content);
  if (build.statement !== undefined) await put('statement.json', build.statement);
  await put('release.json', manifestText);
}

async function isComplete(folder: string, build: BuildOutput, manifestText: string): Promise<boolean> {
  if ((await readFile(join(folder, 'release.json'), 'utf8').catch(() => '')) !== manifestText) return false;
  return (await damagedFiles(folder, build.manifest)).length === 0;
}

/**
 * Puts the files in place under a name derived from their content. A complete release is left untouched; one with a missing file is
 * written again. Runs under the registry's lock.
 */
async function placeFiles(root: string, build: BuildOutput, manifestText: string): Promise<void> {
  const { app, release } = build.manifest;
  const target = releasePaths.release(root, app, release);
  if (await isComplete(target, build, manifestText)) {
    // The same scripts may come from sources whose lines have moved, or from a build that had no maps yet.
    for (const [path, text] of Object.entries(build.privateFiles)) await writeIfChanged(join(target, path), text);
    // A key other than the one used the first time may vouch for it.
    if (build.statement !== undefined) await writeDurably(releasePaths.statement(root, app, release), build.statement);
    return;
  }
  await placeFolder(target, (temporary) => writeFolder(temporary, build, manifestText));
}

async function shellAt(root: string, pointer: ReleasePointer | undefined): Promise<ShellRelease | undefined> {
  if (!pointer) return undefined;
  // A damaged shell must not keep anybody from publishing its repair.
  const manifest = await readRelease(root, 'shell', pointer).catch(() => undefined);
  return manifest?.kind === 'shell' ? manifest : undefined;
}

async function remoteAt(root: string, app: string, pointer: ReleasePointer | null): Promise<RemoteRelease | undefined> {
  if (!pointer) return undefined;
  const manifest = await readRelease(root, app, pointer).catch(() => undefined);
  return manifest?.kind === 'remote' ? manifest : undefined;
}

const killedReason = ({ release }: ReleaseManifest): string =>
  `${release} was killed and may not be live again; change it and build it again`;

/**
 * Reasons why `candidate` is incompatible with the releases that it would run alongside. A stable remote runs alongside the stable shell
 * and its canary; a stable shell, alongside every stable remote and every canary; a canary, only alongside stable releases.
 * @param role `again`: it was live before, and need not have the pages that were added later
 */
export async function refusals(
  root: string,
  candidate: ReleaseManifest,
  apps: Registry['apps'],
  role: 'stable' | 'canary' | 'again' = 'stable',
): Promise<string[]> {
  if (registryEntry(apps, candidate.app)?.killed.includes(candidate.release)) return [killedReason(candidate)];
  if (candidate.kind === 'remote') {
    const found = refusalsOfRemote(candidate, apps, await shellAt(root, apps['shell']?.stable));
    if (role !== 'again') found.push(...refusalsToReplace(candidate, registryEntry(apps, candidate.app)?.contract));
    const tried = role !== 'canary' ? await shellAt(root, apps['shell']?.canary ?? undefined) : undefined;
    if (tried) found.push(...refusalsOfRemote(candidate, apps, tried).map((reason) => `alongside the shell's canary: ${reason}`));
    return [...new Set(found)];
  }
  const found: string[] = [];
  for (const [name, app] of Object.entries(apps)) {
    if (app.kind !== 'remote') continue;
    for (const pointer of [app.stable, role !== 'canary' ? app.canary : null]) {
      const remote = await remoteAt(root, name, pointer);
      if (remote) found.push(...refusalsOfRemote(remote, apps, candidate).map((reason) => `${name}: ${reason}`));
    }
  }
  return [...new Set(found)];
}

/** A new shell may be incompatible with an app's previous release, which then no longer takes over. */
export async function withoutIncompatiblePrevious(
  root: string,
  apps: Registry['apps'],
  shell: ReleaseManifest,
): Promise<Registry['apps']> {
  if (shell.kind !== 'shell') return apps;
  const entries = Object.entries(apps).map(async ([name, app]): Promise<[string, RegistryApp]> => {
    const before = app.kind === 'remote' ? await remoteAt(root, name, app.previous) : undefined;
    const fits = !before || refusalsOfRemote(before, apps, shell).length === 0;
    return [name, fits ? app : { ...app, previous: null }];
  });
  return Object.fromEntries(await Promise.all(entries));
}

export interface PublishResult {
  readonly app: string;
  readonly release: string;
  readonly serial: number;
  /** False: this same content was live before. */
  readonly changed: boolean;
}

/** The registry's entry for a build that is in place. */
interface Placed {
  readonly pointer: ReleasePointer;
  readonly contract: RemoteRelease['contract'] | null;
}

const pointerTo = (build: BuildOutput): ReleasePointer => ({
  release: build.manifest.release,
  manifestIntegrity: integrityOf(manifestTextOf(build)),
});

/** @throws ReleaseError RELEASE_REFUSED with every reason found in the files themselves */
export async function requireContent(build: BuildOutput, judge: JudgeContent): Promise<void> {
  const reasons = await judge(build);
  if (reasons.length > 0) throw new ReleaseError('RELEASE_REFUSED', `${build.manifest.app}: ${reasons.join('; ')}`);
}

/** True for a build that the owner has signed, or that nobody has: then the owner's key signs the registry. */
function isOwners(root: string, { manifest, statement }: BuildOutput, pinned: KeyObject): boolean {
  return statement === undefined || signerOf(authorityOf(root, pinned), statement, manifest.app)?.name === 'owner';
}

/**
 * Checks a build against the releases that it will run alongside, and puts its files in place. Runs under the registry's lock.
 * @param pinned a key of the owner, current or earlier
 * @throws ReleaseError RELEASE_REFUSED with every reason why the build may not go live
 */
export async function admit(
  root: string,
  build: BuildOutput,
  apps: Registry['apps'],
  role: 'stable' | 'canary',
  isKnown: (pointer: ReleasePointer) => boolean,
  pinned: KeyObject,
): Promise<Placed> {
  const { manifest } = build;
  const pointer = pointerTo(build);
  const reasons = isKnown(pointer) ? [] : await refusals(root, manifest, apps, role);
  if (reasons.length > 0) throw new ReleaseError('RELEASE_REFUSED', `${manifest.app}: ${reasons.join('; ')}`);
  // The owner may replace a release in the folder: another version of Node compresses the same build to different sizes.
  if (!isKnown(pointer) && !isOwners(root, build, pinned)) await requireOwnName(root, pinned, manifest.app, pointer, apps);
  await placeFiles(root, build, manifestTextOf(build));
  return { pointer, contract: manifest.kind === 'remote' ? manifest.contract : null };
}

export const isSamePointer = (one: ReleasePointer | null | undefined, other: ReleasePointer): boolean =>
  one?.release === other.release && one.manifestIntegrity === other.manifestIntegrity;

/** The build was live when the command began, and is not any more. */
class NoLongerLive extends Error {}

const isLiveIn = (apps: Registry['apps'], build: BuildOutput): boolean =>
  isSamePointer(registryEntry(apps, build.manifest.app)?.stable, pointerTo(build));

/** @throws NoLongerLive, having changed nothing, if the build is not live and was not judged */
async function makeLive(
  root: string,
  build: BuildOutput,
  keys: RegistryKeys,
  now: Date,
  isJudged: boolean,
): Promise<PublishResult> {
  const { manifest } = build;
  let changed = true;
  const registry = await updateRegistry(root, keys, now, async (apps, _serial, current) => {
    if (!isJudged && !isLiveIn(apps, build)) throw new NoLongerLive();
    const before = registryEntry(apps, manifest.app);
    const killed = (before ?? retiredEntry(current, manifest.app)?.last)?.killed ?? [];
    if (killed.includes(manifest.release)) throw new ReleaseError('RELEASE_REFUSED', killedReason(manifest));
    if (before?.canary) {
      throw new ReleaseError(
        'RELEASE_REFUSED',
        `${manifest.app} ${before.canary.release} is being tried as a canary; \`site promote ${manifest.app}\` or \`site rollback ${manifest.app}\` first`,
      );
    }
    const isLive = (pointer: ReleasePointer): boolean => isSamePointer(before?.stable, pointer);
    const { pointer, contract } = await admit(root, build, apps, 'stable', isLive, keys.verifying);
    if (isLive(pointer)) {
      changed = false;
      return apps;
    }
    const next: RegistryApp = {
      // Keeps fields that a later version has added.
      ...before,
      kind: manifest.kind,
      stable: pointer,
      previous: before?.stable ?? null,
      contract,
      killed,
      canary: null,
    };
    return withoutIncompatiblePrevious(root, { ...apps, [manifest.app]: next }, manifest);
  });
  return { app: manifest.app, release: manifest.release, serial: registry.serial, changed };
}

/** False if the registry cannot be read: whoever needs it says why. */
async function isLiveNow(root: string, build: BuildOutput, { verifying }: RegistryKeys): Promise<boolean> {
  const seen = await readIfAny(root, verifying).catch(() => undefined);
  return seen !== undefined && isLiveIn(seen.apps, build);
}

/**
 * Publishes a build and makes it the stable release.
 * @throws ReleaseError RELEASE_REFUSED with every reason why the build may not go live
 */
export async function publish(
  root: string,
  build: BuildOutput,
  keys: RegistryKeys,
  now: Date,
  judge: JudgeContent = refusalsOfContent,
): Promise<PublishResult> {
  // What is live was judged before it went live.
  if (await isLiveNow(root, build, keys)) {
    try {
      return await makeLive(root, build, keys, now, false);
    } catch (cause) {
      if (!(cause instanceof NoLongerLive)) throw cause;
    }
  }
  // Before the lock, so that nobody waits for the gate.
  await requireContent(build, judge);
  return makeLive(root, build, keys, now, true);
}
