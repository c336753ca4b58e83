import type { KeyObject } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { relative, sep } from 'node:path';
import type { Registry, ReleasePointer } from '@site/contracts';
import { ReleaseError } from '../errors.ts';
import { pointersOf, readPast } from '../history.ts';
import { changeStore } from '../origin/store-origin.ts';
import { releasePaths } from '../paths.ts';
import { readRelease } from '../read-release.ts';
import { readCurrentText, readUnfiltered, updateRegistry, type RegistryKeys } from '../registry-store.ts';
import { authorityOf, isOwnerKey, readAuthorityTexts, requireUnexpiredOwnerKey, verifyAuthority } from './authority.ts';
import type { AuthorityChange } from './change-authority.ts';
import { readStatement, signerOf } from './statement.ts';
import { withdrawnPaths, withdrawnPathsOfPrevious } from './team-paths.ts';
import { findVoucher, statementTextOf } from './vouch.ts';

/** A release that some registry has named. */
interface NamedRelease {
  readonly app: string;
  readonly release: string;
  /** Serial of the first registry that named it. */
  readonly serial: number;
  /** Null: from before there were statements, or replaced with another release of the same name. */
  readonly statement: string | null;
}

export interface AuthorityState {
  readonly roots: readonly string[];
  readonly targets: string | null;
  /** The key that the server signs with, SPKI in base64; null: the owner's own key signs. */
  readonly serverKey: string | null;
  readonly releases: readonly NamedRelease[];
  /** The live registry as it is signed; null: nothing was ever released. */
  readonly registry: string | null;
  /** Manifests of the releases in it that have no statement. */
  readonly unstated: readonly { readonly app: string; readonly release: string; readonly manifest: string }[];
}

/** True for a statement about this manifest, whoever signed it. False if it cannot be read. */
function states(text: string, manifestIntegrity: string): boolean {
  try {
    return readStatement(text).manifestIntegrity === manifestIntegrity;
  } catch {
    return false;
  }
}

/**
 * Every release that a registry has named, with the statement that vouches for it. A release is its manifest, not its name: a name that
 * was used twice counts twice. The live registry may be signed by a key that was just removed.
 */
async function namedReleases(root: string, pinned: KeyObject): Promise<NamedRelease[]> {
  const live = await readUnfiltered(root, pinned);
  if (!live) return [];
  const first = new Map<string, Omit<NamedRelease, 'statement'> & ReleasePointer>();
  const add = ({ serial, apps }: Registry): void => {
    for (const app of Object.keys(apps))
      for (const { release, manifestIntegrity } of pointersOf(apps, app))
        first.set(`${app} ${release} ${manifestIntegrity}`, { app, release, serial, manifestIntegrity });
  };
  add(live);
  for await (const past of readPast(root, pinned, { before: live.serial })) add(past);
  const named: NamedRelease[] = [];
  for (const { manifestIntegrity, ...name } of first.values()) {
    const text = await statementTextOf(root, name.app, name.release);
    named.push({ ...name, statement: text !== undefined && states(text, manifestIntegrity) ? text : null });
  }
  return named;
}

/** Live, canary and previous releases from before there were statements. */
async function releasesWithoutStatement(root: string, live: Registry | undefined): Promise<AuthorityState['unstated']> {
  const unstated: { app: string; release: string; manifest: string }[] = [];
  const apps = live?.apps ?? {};
  for (const app of Object.keys(apps))
    for (const { release } of pointersOf(apps, app)) {
      if ((await statementTextOf(root, app, release)) !== undefined) continue;
      const manifest = await readFile(releasePaths.manifest(root, app, release), 'utf8').catch(() => undefined);
      if (manifest !== undefined) unstated.push({ app, release, manifest });
    }
  return unstated;
}

/** The signed documents of a store, and what the owner may have to vouch for when a key is removed. */
export async function readAuthorityState(root: string, pinned: KeyObject, serverKey: string | null): Promise<AuthorityState> {
  // Throws if the documents are not the owner's.
  authorityOf(root, pinned);
  const { roots, targets } = readAuthorityTexts(root);
  const [releases, registry] = [await namedReleases(root, pinned), (await readCurrentText(root)) ?? null];
  const unstated = await releasesWithoutStatement(root, await readUnfiltered(root, pinned));
  return { roots, targets: targets ?? null, serverKey, releases, registry, unstated };
}

/**
 * The documents as they would be after a change.
 * @throws ReleaseError if the owner did not sign it, the owner's key has expired, or another change came first
 */
function authorityAfter(root: string, pinned: KeyObject, change: AuthorityChange, now: Date) {
  const { roots, targets } = readAuthorityTexts(root);
  const before = verifyAuthority(pinned, roots, targets);
  const after = verifyAuthority(pinned, change.root === undefined ? roots : [...roots, change.root], change.targets ?? targets);
  requireUnexpiredOwnerKey(after, now);
  const [was, is] = [before.targets?.version ?? 0, after.targets?.version ?? 0];
  if (change.targets !== undefined && is !== was + 1)
    throw new ReleaseError(
      'RELEASE_REFUSED',
      `somebody else has changed the teams in the meantime (the list is now version ${was}); run the command again`,
    );
  return after;
}

/**
 * An app whose live release is no longer vouched for goes back to the newest one that is, that can still be read, and whose paths its team
 * may still use; an app without any is removed. Removed releases never come back.
 */
async function healed(
  root: string,
  pinned: KeyObject,
  { serial, apps: before, statements }: Registry,
): Promise<Registry['apps']> {
  const authority = authorityOf(root, pinned);
  const apps: Registry['apps'] = {};
  for (const [app, entry] of Object.entries(before)) {
    const vouches = (pointer: ReleasePointer): Promise<unknown> => findVoucher(root, authority, app, pointer, statements);
    const killed = new Set(entry.killed);
    const keep = async <T extends ReleasePointer>(pointer: T | null): Promise<T | null> => {
      if (!pointer || (await vouches(pointer))) return pointer;
      const stated = statements?.[`${app}/${pointer.release}`] ?? (await statementTextOf(root, app, pointer.release));
      // Released before there were statements: it stays if the owner signs the registry, and is rejected if a server does.
      if (stated === undefined) return pointer;
      killed.add(pointer.release);
      return null;
    };
    const [canary, previous] = [await keep(entry.canary), await keep(entry.previous)];
    let stable = await keep(entry.stable);
    let { contract } = entry;
    const history = stable === null ? readPast(root, pinned, { before: serial }) : [];
    for await (const past of history) {
      const candidate = past.apps[app]?.stable;
      if (!candidate || killed.has(candidate.release) || !(await keep(candidate))) continue;
      // The history also names releases that have been garbage-collected since then.
      const manifest = await readRelease(root, app, candidate).catch(() => undefined);
      if (!manifest) continue;
      const stated = manifest.kind === 'remote' ? manifest.contract : null;
      if ((await withdrawnPaths(root, authority, app, candidate, stated, statements)).length > 0) continue;
      [stable, contract] = [candidate, stated];
      break;
    }
    if (!stable) continue;
    const isSame = stable.release === entry.stable.release;
    const behind = isSame || previous?.release !== stable.release ? previous : null;
    apps[app] = { ...entry, stable, contract, canary, previous: behind, killed: [...killed] };
  }
  return apps;
}

/** A release with paths that its team may no longer use. */
interface WithdrawnRelease {
  readonly app: string;
  readonly release: string;
  /** A live one is no longer shown if a server signs the registry; a previous one no longer takes over. */
  readonly isLive: boolean;
  readonly paths: readonly string[];
}

/** Those that the registry still had before the change. */
async function withdrawnIn({ apps, statements }: Registry, root: string, pinned: KeyObject): Promise<WithdrawnRelease[]> {
  const authority = authorityOf(root, pinned);
  const withdrawn: WithdrawnRelease[] = [];
  for (const [app, entry] of Object.entries(apps)) {
    const { stable, previous, contract } = entry;
    const live = await withdrawnPaths(root, authority, app, stable, contract, statements);
    if (live.length > 0) withdrawn.push({ app, release: stable.release, isLive: true, paths: live });
    const before = await withdrawnPathsOfPrevious(root, authority, app, entry, statements);
    if (previous && before.length > 0) withdrawn.push({ app, release: previous.release, isLive: false, paths: before });
  }
  return withdrawn;
}

export interface ChangedAuthority {
  /** The serial of the registry that contains the change; null if nothing was ever released. */
  readonly serial: number | null;
  readonly withdrawn: readonly WithdrawnRelease[];
}

/**
 * Stores what the owner has signed, and updates the live registry accordingly: releases that are no longer vouched for are removed, and
 * so are previous releases at paths that their team may no longer use.
 * @throws ReleaseError REGISTRY_UNTRUSTED for what the owner did not sign
 */
export async function changeAuthority(
  root: string,
  change: AuthorityChange,
  keys: RegistryKeys,
  now: Date,
): Promise<ChangedAuthority> {
  await mkdir(releasePaths.authorityFolder(root), { recursive: true });
  await mkdir(releasePaths.registryFolder(root), { recursive: true });
  await changeStore(root, async ({ assertHeld, commit, write }) => {
    const after = authorityAfter(root, keys.verifying, change, now);
    const texts = new Map<string, string>();
    for (const text of change.statements) {
      const { app, release } = readStatement(text);
      const signer = signerOf(after, text, app);
      if (!signer || !isOwnerKey(after, signer.keyid))
        throw new ReleaseError('REGISTRY_UNTRUSTED', `the owner has not signed the statement of ${app} ${release}`);
      // Otherwise the release was garbage-collected in the meantime, and there is nothing to vouch for.
      if (existsSync(releasePaths.release(root, app, release))) texts.set(releasePaths.statement(root, app, release), text);
    }
    // The list before the root: if both change, the old owner has signed the list too, so a reader between the two steps can verify it.
    if (change.targets !== undefined)
      texts.set(releasePaths.authority(root, 'targets', after.targets?.version ?? 1), change.targets);
    if (change.root !== undefined) texts.set(releasePaths.authority(root, 'root', after.root.version), change.root);
    await assertHeld();
    const documents = Object.fromEntries([...texts].map(([path, text]) => [relative(root, path).split(sep).join('/'), text]));
    await commit({ documents });
    for (const [path, text] of texts) await write(path, text);
  });
  const current = await readUnfiltered(root, keys.verifying);
  if (!current) return { serial: null, withdrawn: [] };
  // Signed by a current key, with current statements; the previous registry may be signed by a key that was just removed.
  const next = await updateRegistry(
    root,
    keys,
    now,
    (_apps, _serial, live) => healed(root, keys.verifying, live ?? current),
    readUnfiltered,
  );
  return { serial: next.serial, withdrawn: await withdrawnIn(current, root, keys.verifying) };
}
