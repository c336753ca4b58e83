import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { KeyObject } from 'node:crypto';
import type { Registry, ReleaseManifest, ShellRelease } from '@site/contracts';
import type { BuildOutput } from './build-output.ts';
import { syncFolder } from './durable-file.ts';
import { ReleaseError } from './errors.ts';
import { refusalsOfRemote } from './gate.ts';
import { integrityOf } from './integrity.ts';
import { releasePaths } from './paths.ts';
import { damagedFiles, readRelease } from './read-release.ts';
import { updateRegistry } from './registry-store.ts';

async function putDurably(target: string, content: Buffer | string): Promise<void> {
  await mkdir(dirname(target), { recursive: true });
  const handle = await open(target, 'w');
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function writeFolder(folder: string, build: BuildOutput, manifestText: string): Promise<void> {
  const put = (path: string, content: Buffer | string) => putDurably(join(folder, path), content);
  for (const file of build.files) {
    await put(file.path, file.content);
    if (file.brotli) await put(`${file.path}.br`, file.brotli);
    if (file.gzip) await put(`${file.path}.gz`, file.gzip);
  }
  for (const [path, content] of Object.entries(build.privateFiles)) await put(path, content);
  await put('release.json', manifestText);
}

async function isComplete(folder: string, build: BuildOutput, manifestText: string): Promise<boolean> {
  if ((await readFile(join(folder, 'release.json'), 'utf8').catch(() => '')) !== manifestText) return false;
  return (await damagedFiles(folder, build.manifest)).length === 0;
}

const INCOMING = '.incoming-';

/**
 * Puts the files in place under their content's name. A release that is there and whole is left untouched; one that
 * lost a file is written again. Runs under the registry's lock.
 */
async function placeFiles(root: string, build: BuildOutput, manifestText: string): Promise<void> {
  const { app, release } = build.manifest;
  const target = releasePaths.release(root, app, release);
  if (await isComplete(target, build, manifestText)) return;
  const parent = dirname(target);
  await mkdir(parent, { recursive: true });
  for (const name of await readdir(parent)) {
    // Left by a process that was killed: nobody else writes here while the lock is held.
    if (name.startsWith(INCOMING)) await rm(join(parent, name), { recursive: true, force: true });
  }
  const temporary = join(parent, `${INCOMING}${randomUUID()}`);
  try {
    await writeFolder(temporary, build, manifestText);
    await rm(target, { recursive: true, force: true });
    await rename(temporary, target);
    await syncFolder(parent);
  } catch (cause) {
    await rm(temporary, { recursive: true, force: true });
    throw cause;
  }
}

async function liveShell(root: string, apps: Registry['apps']): Promise<ShellRelease | undefined> {
  const pointer = apps['shell']?.stable;
  if (!pointer) return undefined;
  // A damaged shell must not keep anybody from publishing its repair.
  const manifest = await readRelease(root, 'shell', pointer).catch(() => undefined);
  return manifest?.kind === 'shell' ? manifest : undefined;
}

/** A remote is checked against the live shell and the other remotes; a shell against every live remote. */
export async function refusals(root: string, candidate: ReleaseManifest, apps: Registry['apps']): Promise<string[]> {
  if (apps[candidate.app]?.killed.includes(candidate.release))
    return [`${candidate.release} was killed and may not be live again; change it and build it anew`];
  if (candidate.kind === 'remote') return refusalsOfRemote(candidate, apps, await liveShell(root, apps));
  const found: string[] = [];
  for (const [name, app] of Object.entries(apps)) {
    const remote = app.kind === 'remote' ? await readRelease(root, name, app.stable).catch(() => undefined) : undefined;
    if (remote?.kind === 'remote') found.push(...refusalsOfRemote(remote, apps, candidate).map((reason) => `${name}: ${reason}`));
  }
  return found;
}

/** The keys that a command signs with and checks by. */
export interface RegistryKeys {
  readonly signing: KeyObject;
  readonly verifying: KeyObject;
}

export interface PublishResult {
  readonly app: string;
  readonly release: string;
  readonly serial: number;
  /** False: this very content was live before. */
  readonly changed: boolean;
}

/**
 * Publishes a build and makes it the stable release.
 * @throws ReleaseError RELEASE_REFUSED with every reason why it may not go live
 */
export async function publish(root: string, build: BuildOutput, keys: RegistryKeys, now: Date): Promise<PublishResult> {
  const { manifest } = build;
  const manifestText = JSON.stringify(manifest, null, 1);
  const pointer = { release: manifest.release, manifestIntegrity: integrityOf(manifestText) };
  let changed = true;
  const registry = await updateRegistry(root, keys, now, async (apps) => {
    const before = apps[manifest.app];
    const isLive = before?.stable.release === pointer.release && before.stable.manifestIntegrity === pointer.manifestIntegrity;
    if (!isLive) {
      const reasons = await refusals(root, manifest, apps);
      if (reasons.length > 0) throw new ReleaseError('RELEASE_REFUSED', `${manifest.app}: ${reasons.join('; ')}`);
    }
    await placeFiles(root, build, manifestText);
    if (isLive) {
      changed = false;
      return apps;
    }
    const next = {
      kind: manifest.kind,
      stable: pointer,
      previous: before?.stable ?? null,
      contract: manifest.kind === 'remote' ? manifest.contract : null,
      killed: before?.killed ?? [],
    };
    return { ...apps, [manifest.app]: next };
  });
  return { app: manifest.app, release: manifest.release, serial: registry.serial, changed };
}
