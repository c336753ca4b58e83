import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { KeyObject } from 'node:crypto';
import type { Registry, ShellRelease } from '@site/contracts';
import type { BuildOutput } from './build-output.ts';
import { ReleaseError } from './errors.ts';
import { refusalsOfRemote } from './gate.ts';
import { integrityOf } from './integrity.ts';
import { releasePaths } from './paths.ts';
import { readRelease } from './read-release.ts';
import { updateRegistry } from './registry-store.ts';

async function writeFolder(folder: string, build: BuildOutput, manifestText: string): Promise<void> {
  const put = async (path: string, content: Buffer | string): Promise<void> => {
    const target = join(folder, path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, content);
  };
  for (const file of build.files) {
    await put(file.path, file.content);
    if (file.brotli) await put(`${file.path}.br`, file.brotli);
    if (file.gzip) await put(`${file.path}.gz`, file.gzip);
  }
  for (const [path, content] of Object.entries(build.privateFiles)) await put(path, content);
  await put('release.json', manifestText);
}

/** Puts the files in place under their content's name. A release that is there already is left untouched. */
async function placeFiles(root: string, build: BuildOutput, manifestText: string): Promise<void> {
  const { app, release } = build.manifest;
  const target = releasePaths.release(root, app, release);
  if (existsSync(join(target, 'release.json'))) return;
  const temporary = join(dirname(target), `.incoming-${randomUUID()}`);
  try {
    await writeFolder(temporary, build, manifestText);
    await rm(target, { recursive: true, force: true });
    await rename(temporary, target);
  } catch (cause) {
    await rm(temporary, { recursive: true, force: true });
    throw cause;
  }
}

async function liveShell(root: string, apps: Registry['apps']): Promise<ShellRelease | undefined> {
  const pointer = apps['shell']?.stable;
  if (!pointer) return undefined;
  const manifest = await readRelease(root, 'shell', pointer);
  return manifest.kind === 'shell' ? manifest : undefined;
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
export async function publish(
  root: string,
  build: BuildOutput,
  keys: { readonly signing: KeyObject; readonly verifying: KeyObject },
  now: Date,
): Promise<PublishResult> {
  const { manifest } = build;
  const manifestText = JSON.stringify(manifest, null, 1);
  const pointer = { release: manifest.release, manifestIntegrity: integrityOf(manifestText) };
  let changed = true;
  await placeFiles(root, build, manifestText);
  const registry = await updateRegistry(root, keys, now, async (apps) => {
    const before = apps[manifest.app];
    if (before?.stable.release === pointer.release) {
      changed = false;
      return apps;
    }
    if (manifest.kind === 'remote') {
      const refusals = refusalsOfRemote(manifest, apps, await liveShell(root, apps));
      if (refusals.length > 0) throw new ReleaseError('RELEASE_REFUSED', `${manifest.app}: ${refusals.join('; ')}`);
    }
    const next = {
      kind: manifest.kind,
      stable: pointer,
      previous: before?.stable ?? null,
      contract: manifest.kind === 'remote' ? manifest.contract : null,
    };
    return { ...apps, [manifest.app]: next };
  });
  return { app: manifest.app, release: manifest.release, serial: registry.serial, changed };
}
