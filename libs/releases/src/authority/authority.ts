import type { KeyObject } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { ReleaseError } from '../errors.ts';
import { releasePaths } from '../paths.ts';
import {
  keyIdOf,
  keyObjectOf,
  readRoot,
  readTargets,
  signersOf,
  tufHeader,
  tufKey,
  type DelegatedRole,
  type RootRole,
  type TargetsRole,
} from './tuf-metadata.ts';

/** Who may do what with the site's releases, signed with the owner's key. */
export interface Authority {
  /** The keys of each role: `root` and `targets` are the owner's, `timestamp` is the one with which a server signs registries. */
  readonly root: RootRole;
  /** The teams; undefined: only the owner releases. */
  readonly targets: TargetsRole | undefined;
  /** Keys that have signed past registries, including the current keys. */
  readonly pastKeys: readonly KeyObject[];
  /** IDs of the past keys that were the owner's. */
  readonly pastOwners: ReadonlySet<string>;
}

/** A site whose owner has never delegated anything: one key has every role. */
function implicitRoot(pinned: KeyObject): RootRole {
  const id = keyIdOf(pinned);
  const role = { keyids: [id], threshold: 1 };
  return {
    ...tufHeader(1),
    _type: 'root',
    version: 0,
    consistent_snapshot: true,
    keys: { [id]: tufKey(pinned) },
    roles: { root: role, targets: role, snapshot: role, timestamp: role },
  };
}

const refuse = (reason: string): never => {
  throw new ReleaseError('REGISTRY_UNTRUSTED', `the authority is refused: ${reason}`);
};

/** The next root document: signed by enough keys of the previous one to reach its threshold, and by its own. */
function nextRoot(before: RootRole | undefined, text: string): RootRole {
  const next = readRoot(text);
  const { version, keys, roles } = next.signed;
  if (version !== (before?.version ?? 0) + 1)
    return refuse(`root document ${version} does not come after ${before?.version ?? 0}`);
  if (before && signersOf(next, before.roles.root, before.keys).length === 0)
    return refuse(`root document ${version} is not signed by the owner's previous key`);
  if (signersOf(next, roles.root, keys).length === 0) return refuse(`root document ${version} is not signed by its own key`);
  return next.signed;
}

function verifiedTargets(root: RootRole, text: string): TargetsRole {
  const targets = readTargets(text);
  if (signersOf(targets, root.roles.targets, root.keys).length === 0)
    return refuse(`version ${targets.signed.version} of the list of teams is not signed by the owner's key`);
  return targets.signed;
}

const keysOf = (root: RootRole, role: keyof RootRole['roles']): KeyObject[] =>
  root.roles[role].keyids.flatMap((id) => (root.keys[id] ? [keyObjectOf(root.keys[id])] : []));

/**
 * Follows the documents from one to the next. The key that a server or a command was given may be the owner's in any of them: the
 * documents after that one are signed by it, or by its successors.
 * @throws ReleaseError REGISTRY_UNTRUSTED; Error for a document that cannot be read
 */
export function verifyAuthority(pinned: KeyObject, rootTexts: readonly string[], targetsText: string | undefined): Authority {
  const roots: RootRole[] = [];
  for (const text of rootTexts) roots.push(nextRoot(roots.at(-1), text));
  const isOurs = roots.some((root) => root.roles.root.keyids.includes(keyIdOf(pinned)));
  if (roots.length > 0 && !isOurs) return refuse('its root documents belong to another owner');
  const root = roots.at(-1) ?? implicitRoot(pinned);
  const pastOwners = new Set([root, ...roots].flatMap((one) => one.roles.root.keyids));
  const pastKeys = [root, ...roots].flatMap((one) => [...keysOf(one, 'root'), ...keysOf(one, 'timestamp')]);
  return { root, targets: targetsText === undefined ? undefined : verifiedTargets(root, targetsText), pastKeys, pastOwners };
}

/** The documents of a store, as text. */
export interface AuthorityTexts {
  /** In order, oldest first. */
  readonly roots: readonly string[];
  readonly targets: string | undefined;
}

/** The names of the documents in a store, and of those that are being written. */
function documentsIn(store: string): string[] {
  try {
    return readdirSync(releasePaths.authorityFolder(store));
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') throw cause;
    return [];
  }
}

function newestOf(names: readonly string[], kind: string): number {
  return Math.max(0, ...names.map((name) => Number(new RegExp(`^(\\d+)\\.${kind}\\.json$`).exec(name)?.[1] ?? 0)));
}

export function readAuthorityTexts(store: string): AuthorityTexts {
  const names = documentsIn(store);
  const read = (kind: 'root' | 'targets', version: number): string =>
    readFileSync(releasePaths.authority(store, kind, version), 'utf8');
  const targets = newestOf(names, 'targets');
  return {
    roots: Array.from({ length: newestOf(names, 'root') }, (_, index) => read('root', index + 1)),
    targets: targets === 0 ? undefined : read('targets', targets),
  };
}

interface Known {
  readonly stamp: string;
  readonly authority: Authority;
}

/** By store and pinned key, so that signatures are verified once per change. */
const known = new Map<string, Known>();

/** With the names, because a coarse clock gives the folder the same time before and after a document is added. */
function stampOf(store: string): string {
  const found = statSync(releasePaths.authorityFolder(store), { throwIfNoEntry: false });
  return found ? `${found.ino} ${found.mtimeMs} ${documentsIn(store).join(' ')}` : '';
}

/**
 * Reads who may do what with a store. Synchronous, because it is three small files, read again when one is added.
 * @param pinned the owner's key that the server or the command was given, current or earlier
 * @throws ReleaseError REGISTRY_UNTRUSTED for a document that the owner did not sign, or that is older than one this process has seen
 */
export function authorityOf(store: string, pinned: KeyObject): Authority {
  const name = `${keyIdOf(pinned)} ${store}`;
  const stamp = stampOf(store);
  const before = known.get(name);
  if (before?.stamp === stamp) return before.authority;
  let authority: Authority;
  try {
    const { roots, targets } = readAuthorityTexts(store);
    authority = verifyAuthority(pinned, roots, targets);
  } catch (cause) {
    if (cause instanceof ReleaseError) throw cause;
    throw new ReleaseError('REGISTRY_UNTRUSTED', `the authority is refused: ${(cause as Error).message}`);
  }
  const isOlder =
    before !== undefined &&
    (authority.root.version < before.authority.root.version ||
      (authority.targets?.version ?? 0) < (before.authority.targets?.version ?? 0));
  if (isOlder) return refuse('it is older than the one that was read before');
  known.set(name, { stamp, authority });
  return authority;
}

/** Keys that may sign the live registry: the owner's keys vouch for all of it, a server's only for what teams have signed. */
export const ownerKeys = ({ root }: Authority): KeyObject[] => keysOf(root, 'root');
export const onlineKeys = ({ root }: Authority): KeyObject[] => keysOf(root, 'timestamp');
export const isOwnerKey = ({ root }: Authority, keyid: string): boolean => root.roles.root.keyids.includes(keyid);

/** @throws ReleaseError KEY_INVALID if the owner's key has expired: then it can only be replaced */
export function requireUnexpiredOwnerKey({ root }: Authority, now: Date): void {
  if (Date.parse(root.expires) <= now.getTime())
    throw new ReleaseError('KEY_INVALID', `the owner's key was valid until ${root.expires}; \`site key rotate\` replaces it`);
}

/** @throws ReleaseError KEY_INVALID if this key may not sign the live registry now */
export function requireSigner(authority: Authority, keyid: string, now: Date): void {
  if (![...ownerKeys(authority), ...onlineKeys(authority)].some((key) => keyIdOf(key) === keyid))
    throw new ReleaseError('KEY_INVALID', 'this key may not sign a registry of this store; the owner has not authorized it');
  if (isOwnerKey(authority, keyid)) requireUnexpiredOwnerKey(authority, now);
}

/** The teams that the list names. Whatever the list says, only the owner releases the shell, which runs on the server. */
export const teamsIn = ({ targets }: Authority): readonly DelegatedRole[] =>
  (targets?.delegations?.roles ?? []).filter(({ name }) => name !== 'shell');

export function teamOf(authority: Authority, app: string): DelegatedRole | undefined {
  return teamsIn(authority).find(({ name }) => name === app);
}

/** Name and key for a key ID: `owner`, or the app of a team. Undefined: unknown to the owner. */
export function holderOf(
  authority: Authority,
  keyid: string,
): { name: string; apps: string[] | 'all'; key: KeyObject } | undefined {
  const { root, targets } = authority;
  const own = isOwnerKey(authority, keyid) ? root.keys[keyid] : undefined;
  if (own) return { name: 'owner', apps: 'all', key: keyObjectOf(own) };
  const key =
    targets?.delegations && Object.hasOwn(targets.delegations.keys, keyid) ? targets.delegations.keys[keyid] : undefined;
  const apps = teamsIn(authority).flatMap(({ name, keyids }) => (keyids.includes(keyid) ? [name] : []));
  return key && apps.length > 0 ? { name: apps.join(', '), apps, key: keyObjectOf(key) } : undefined;
}
