import { mkdir, readdir, readFile } from 'node:fs/promises';
import type { KeyObject } from 'node:crypto';
import { parseRegistry, parseSignedRegistry, type Registry } from '@site/contracts';
import { authorityOf, isOwnerKey, onlineKeys, ownerKeys, requireSigner } from './authority/authority.ts';
import { keyIdOf } from './authority/tuf-metadata.ts';
import { withinTeamPaths } from './authority/team-paths.ts';
import { onlyVouchedFor, withStatements } from './authority/vouch.ts';
import { ReleaseError } from './errors.ts';
import { changeStore, type ReleaseName } from './origin/store-origin.ts';
import { releasePaths } from './paths.ts';
import { isSignedBy, signText } from './signing.ts';

const untrusted = (cause: unknown): ReleaseError =>
  new ReleaseError('REGISTRY_UNTRUSTED', `the registry is refused: ${(cause as Error).message}`);

/** The registry in a text that one of the keys has signed. @throws Error */
export function openSigned(text: string, source: string, keys: readonly KeyObject[]): { registry: Registry; signer: KeyObject } {
  const signed = parseSignedRegistry(JSON.parse(text), source);
  const signer = keys.find((key) => isSignedBy(signed.registry, signed.signature, key));
  if (!signer) throw new Error(`${source}: not signed by our key`);
  return { registry: parseRegistry(JSON.parse(signed.registry), source), signer };
}

/** A registry signed by the owner is trusted as it is; in one signed by a server, only releases that teams or the owner vouch for. */
async function openLive(root: string, text: string, source: string, pinned: KeyObject): Promise<Registry> {
  const authority = authorityOf(root, pinned);
  try {
    const { registry, signer } = openSigned(text, source, [...ownerKeys(authority), ...onlineKeys(authority)]);
    return isOwnerKey(authority, keyIdOf(signer)) ? registry : await onlyVouchedFor(root, registry, authority);
  } catch (cause) {
    throw untrusted(cause);
  }
}

/** The text of the live registry, signed. Undefined: nothing was ever released. */
export async function readCurrentText(root: string): Promise<string | undefined> {
  try {
    return await readFile(releasePaths.registryCurrent(root), 'utf8');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') throw cause;
    return undefined;
  }
}

/**
 * Reads the live registry.
 * @param pinned a key of the owner, current or earlier; the others are found in the store's authority
 * @throws ReleaseError REGISTRY_MISSING if nothing has been released yet, REGISTRY_UNTRUSTED if no valid key has signed it
 */
export async function readRegistry(root: string, pinned: KeyObject): Promise<Registry> {
  const text = await readCurrentText(root);
  if (text === undefined)
    throw new ReleaseError('REGISTRY_MISSING', `nothing has been released in ${root} yet; run \`npx site release shell\``);
  return openLive(root, text, releasePaths.registryCurrent(root), pinned);
}

/** Reads the live registry for a change of keys: as written, signed by any key that was ever valid. Undefined if there is none. */
export async function readUnfiltered(root: string, pinned: KeyObject): Promise<Registry | undefined> {
  const text = await readCurrentText(root);
  try {
    return text === undefined
      ? undefined
      : openSigned(text, releasePaths.registryCurrent(root), authorityOf(root, pinned).pastKeys).registry;
  } catch (cause) {
    throw untrusted(cause);
  }
}

/** The live registry; undefined if nothing has been released yet. @throws ReleaseError REGISTRY_UNTRUSTED */
export const readIfAny = (root: string, pinned: KeyObject): Promise<Registry | undefined> =>
  readRegistry(root, pinned).catch((cause: unknown) => {
    if (cause instanceof ReleaseError && cause.code === 'REGISTRY_MISSING') return undefined;
    throw cause;
  });

/** A past registry. */
export interface PastRegistry extends Registry {
  /** True: the owner has signed it, and vouches for all of it; otherwise a server. */
  readonly isOwners: boolean;
}

/**
 * Reads a past registry as it was, signed by any key that was ever valid.
 * @throws ReleaseError REGISTRY_UNTRUSTED; Error if there is no such file
 */
export async function readSerial(root: string, serial: number, pinned: KeyObject): Promise<PastRegistry> {
  const path = releasePaths.registrySerial(root, serial);
  const text = await readFile(path, 'utf8');
  const { pastKeys, pastOwners } = authorityOf(root, pinned);
  try {
    const { registry, signer } = openSigned(text, path, pastKeys);
    return { ...registry, isOwners: pastOwners.has(keyIdOf(signer)) };
  } catch (cause) {
    throw untrusted(cause);
  }
}

async function newestSerial(root: string): Promise<number> {
  const names = await readdir(releasePaths.registryFolder(root));
  return Math.max(0, ...names.map((name) => Number(/^(\d+)\.json$/.exec(name)?.[1] ?? 0)));
}

/** The keys with which a command signs and verifies, and its entry in the log. */
export interface RegistryKeys {
  readonly signing: KeyObject;
  /** A key of the owner, current or earlier. */
  readonly verifying: KeyObject;
  /** Who requested the change, if not the owner. */
  readonly by?: { readonly keyid: string; readonly name: string };
  /** Why, in the words of the person who requested it. */
  readonly message?: string | null;
}

/** Who changed a registry, as the registry states it. */
const changedBy = ({ by, signing, message }: RegistryKeys): NonNullable<Registry['by']> => ({
  ...(by ?? { keyid: keyIdOf(signing), name: 'owner' }),
  message: message ?? null,
});

/** What a command may change: which releases are live, and which remotes are gone. */
type SiteState = Required<Pick<Registry, 'apps' | 'retired'>>;

type Change<T> = (before: T, serial: number, current: Registry | undefined) => T | Promise<T>;

/** Like `updateSite`, for a change to what is live. An app that is live again is no longer retired. */
export function updateRegistry(
  root: string,
  keys: RegistryKeys,
  now: Date,
  change: Change<Registry['apps']>,
  readCurrent = readIfAny,
): Promise<Registry> {
  const changeApps: Change<SiteState> = async (site, serial, current) => {
    const apps = await change(site.apps, serial, current);
    if (apps === site.apps) return site;
    return { apps, retired: Object.fromEntries(Object.entries(site.retired).filter(([app]) => !Object.hasOwn(apps, app))) };
  };
  return updateSite(root, keys, now, changeApps, readCurrent);
}

/** Every release that visitors may get from these entries. */
const releasesIn = (apps: Registry['apps']): ReleaseName[] =>
  Object.entries(apps).flatMap(([app, { stable, previous, canary }]) =>
    [stable, previous, canary].flatMap((pointer) => (pointer ? [{ app, release: pointer.release }] : [])),
  );

/**
 * Writes the next registry: the serial's own file first, which is never changed again, then `current`. A crash
 * between the two leaves the older registry live and skips a number. A `change` that returns the state it was
 * given writes no registry.
 * @param change receives the serial that the next registry will have, and the live registry
 */
export async function updateSite(
  root: string,
  keys: RegistryKeys,
  now: Date,
  change: Change<SiteState>,
  readCurrent = readIfAny,
): Promise<Registry> {
  await mkdir(releasePaths.registryFolder(root), { recursive: true });
  return changeStore(root, async ({ assertHeld, commit, write }) => {
    const current = await readCurrent(root, keys.verifying);
    // Counting continues even if older files are gone: a repeated serial would be rejected as an old one.
    const serial = Math.max(await newestSerial(root), current?.serial ?? 0) + 1;
    const before: SiteState = { apps: current?.apps ?? {}, retired: current?.retired ?? {} };
    const after = await change(before, serial, current);
    if (current && after === before) {
      // Another key may vouch for a release that was already live.
      await commit({ releases: releasesIn(current.apps) });
      return current;
    }
    const { retired } = after;
    const authority = authorityOf(root, keys.verifying);
    const keyid = keyIdOf(keys.signing);
    requireSigner(authority, keyid, now);
    const apps = await withinTeamPaths(root, authority, after.apps, current);
    // A registry signed by the owner's key needs no other proof.
    const proved = isOwnerKey(authority, keyid) ? { apps } : await withStatements(root, authority, apps, current?.statements);
    const gone = Object.keys(retired).length > 0 ? { retired } : {};
    // Fields added by a later version are kept; `retired` and `statements` are rewritten or omitted.
    const { retired: _retired, statements: _statements, ...kept } = current ?? {};
    const next: Registry = { ...kept, schema: 1, serial, issuedAt: now.toISOString(), by: changedBy(keys), ...proved, ...gone };
    const registry = JSON.stringify(next);
    const document = JSON.stringify({ registry, signature: signText(registry, keys.signing) });
    await assertHeld();
    await commit({ documents: { [`registry/${next.serial}.json`]: document }, releases: releasesIn(next.apps) });
    await write(releasePaths.registrySerial(root, next.serial), document);
    await write(releasePaths.registryCurrent(root), document);
    return next;
  });
}
