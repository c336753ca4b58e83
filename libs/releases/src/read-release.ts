import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseReleaseManifest, type ReleaseManifest, type ReleasePointer } from '@site/contracts';
import { ReleaseError } from './errors.ts';
import { integrityOf } from './integrity.ts';
import { releasePaths } from './paths.ts';

/**
 * Reads the manifest of a release and checks it against the hash that the registry vouches for.
 * @throws ReleaseError RELEASE_DAMAGED if the file is missing or differs from the released one
 */
export async function readRelease(root: string, app: string, pointer: ReleasePointer): Promise<ReleaseManifest> {
  const path = releasePaths.manifest(root, app, pointer.release);
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (cause) {
    throw new ReleaseError('RELEASE_DAMAGED', `${path} cannot be read (${(cause as Error).message})`);
  }
  if (integrityOf(text) !== pointer.manifestIntegrity)
    throw new ReleaseError('RELEASE_DAMAGED', `${path} is not the file that was released`);
  return parseReleaseManifest(JSON.parse(text), path);
}

/** Files of a release that are missing or differ from the released ones. */
export async function damagedFiles(folder: string, manifest: ReleaseManifest): Promise<string[]> {
  const expected = Object.entries(manifest.files).map(([path, file]) => [path, file.integrity] as const);
  if (manifest.kind === 'shell') expected.push([manifest.serverModule, manifest.serverIntegrity]);
  const damaged = await Promise.all(
    expected.map(async ([path, integrity]) => {
      const content = await readFile(join(folder, path)).catch(() => undefined);
      return content && integrityOf(content) === integrity ? [] : [path];
    }),
  );
  return damaged.flat();
}
