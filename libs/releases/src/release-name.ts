import type { KeyObject } from 'node:crypto';
import type { Registry, ReleasePointer } from '@site/contracts';
import { ReleaseError } from './errors.ts';
import { pointersOf, readPast } from './history.ts';

/**
 * A name stays with what was first released under it: rollbacks lead to it, browsers keep its files, and `site team revoke` goes by it.
 * @throws ReleaseError RELEASE_REFUSED if the registries and the live apps use this name only for other manifests
 */
export async function requireOwnName(
  root: string,
  pinned: KeyObject,
  app: string,
  { release, manifestIntegrity }: ReleasePointer,
  live: Registry['apps'],
): Promise<void> {
  const named = (apps: Registry['apps']): string[] =>
    pointersOf(apps, app).flatMap((pointer) => (pointer.release === release ? [pointer.manifestIntegrity] : []));
  const known = new Set(named(live));
  for await (const { apps } of readPast(root, pinned, { word: release })) for (const name of named(apps)) known.add(name);
  if (known.size === 0 || known.has(manifestIntegrity)) return;
  throw new ReleaseError(
    'RELEASE_REFUSED',
    `${app} ${release} is the name of an earlier release whose release.json differs; change the version, or the build`,
  );
}
