import type { KeyObject } from 'node:crypto';
import { ReleaseError } from '../errors.ts';
import { isOwnerKey, teamOf, type Authority } from './authority.ts';
import { canonicalJson } from './canonical-json.ts';
import {
  keyIdOf,
  readStatementText,
  signMetadata,
  tufHeader,
  tufKey,
  type DelegatedRole,
  type RootRole,
  type TargetsRole,
  type TufKey,
} from './tuf-metadata.ts';

/** What the owner has signed, to be put into a store. */
export interface AuthorityChange {
  /** The next root document, if the owner's or the server's keys change. */
  readonly root?: string;
  /** The next list of teams. */
  readonly targets?: string;
  /** Statements about releases that the owner vouches for from now on. */
  readonly statements: readonly string[];
}

const refuse = (message: string): never => {
  throw new ReleaseError('RELEASE_REFUSED', message);
};

function requireOwner(authority: Authority, owner: KeyObject): void {
  if (!isOwnerKey(authority, keyIdOf(owner)))
    throw new ReleaseError('KEY_INVALID', "RELEASE_SIGNING_KEY is not the owner's key for this site");
}

interface NextRoot {
  /** The owner's keys from now on. */
  readonly owners: readonly KeyObject[];
  /** The key of the server. */
  readonly online: KeyObject;
  readonly signing: readonly KeyObject[];
  /** ISO time after which the owner's key can only be replaced; unchanged if undefined. */
  readonly expires?: string | undefined;
}

/** The next root document. */
export function nextRootText(authority: Authority, { owners, online, signing, expires }: NextRoot): string {
  const keys = Object.fromEntries([...owners, online].map((key) => [keyIdOf(key), tufKey(key)]));
  const own = { keyids: owners.map(keyIdOf), threshold: 1 };
  const server = { keyids: [keyIdOf(online)], threshold: 1 };
  const root: RootRole = {
    ...tufHeader(authority.root.version + 1),
    expires: expires ?? authority.root.expires,
    _type: 'root',
    consistent_snapshot: true,
    keys,
    roles: { root: own, targets: own, snapshot: server, timestamp: server },
  };
  return signMetadata(root, signing);
}

interface Delegations {
  readonly keys: Readonly<Record<string, TufKey>>;
  readonly roles: readonly DelegatedRole[];
}

export const delegationsOf = ({ targets }: Authority): Delegations => targets?.delegations ?? { keys: {}, roles: [] };

/** The next list of teams; keys that no team uses are left out. */
function nextTargetsText(authority: Authority, { keys, roles }: Delegations, ...owners: readonly KeyObject[]): string {
  const used = new Set(roles.flatMap(({ keyids }) => keyids));
  const targets: TargetsRole = {
    ...tufHeader((authority.targets?.version ?? 0) + 1),
    _type: 'targets',
    targets: {},
    delegations: {
      keys: Object.fromEntries(Object.entries(keys).filter(([id]) => used.has(id))),
      roles: roles.filter(({ keyids }) => keyids.length > 0),
    },
  };
  return signMetadata(targets, owners);
}

/** The same list of teams, signed by the owner's old and new key: it is valid before and after the root document changes. */
export const targetsTextForBothKeys = (authority: Authority, owner: KeyObject, next: KeyObject): string =>
  nextTargetsText(authority, delegationsOf(authority), owner, next);

export interface TeamGrant {
  readonly app: string;
  readonly key: KeyObject;
  readonly prefixes: readonly string[];
  readonly maxBytes: number;
  /** ISO time after which the key can do nothing. */
  readonly until: string;
}

/** The list of teams with one more key for an app. A team that already has keys keeps them, with the new limits. */
export function withTeamKey(authority: Authority, { app, key, prefixes, maxBytes, until }: TeamGrant, owner: KeyObject): string {
  requireOwner(authority, owner);
  if (app === 'shell') return refuse("the shell runs on the server: only the owner's key releases it");
  if (isOwnerKey(authority, keyIdOf(key))) return refuse("that is the owner's key; a team needs one of its own");
  const { keys, roles } = delegationsOf(authority);
  const id = keyIdOf(key);
  const before = teamOf(authority, app);
  const role: DelegatedRole = {
    name: app,
    keyids: [...new Set([...(before?.keyids ?? []), id])],
    threshold: 1,
    terminating: true,
    paths: [`${app}/*/release.json`],
    limits: { prefixes: [...prefixes], maxBytes, until: { ...before?.limits.until, [id]: until } },
  };
  const others = roles.filter(({ name }) => name !== app);
  return nextTargetsText(authority, { keys: { ...keys, [id]: tufKey(key) }, roles: [...others, role] }, owner);
}

/** The list of teams without one key of an app. @param keyid the full ID, or a unique prefix */
export function withoutTeamKey(
  authority: Authority,
  app: string,
  keyid: string,
  owner: KeyObject,
): { text: string; keyid: string } {
  requireOwner(authority, owner);
  const { keys, roles } = delegationsOf(authority);
  const team = teamOf(authority, app) ?? refuse(`no team may release ${app}`);
  const found = team.keyids.filter((id) => id.startsWith(keyid));
  const [whole = ''] = found;
  if (found.length !== 1)
    return refuse(`${app} has ${found.length === 0 ? 'no keys' : 'several keys'} that begin with "${keyid}"`);
  const { [whole]: _until, ...until } = team.limits.until;
  const role = { ...team, keyids: team.keyids.filter((id) => id !== whole), limits: { ...team.limits, until } };
  const text = nextTargetsText(authority, { keys, roles: roles.map((one) => (one.name === app ? role : one)) }, owner);
  return { text, keyid: whole };
}

/** A statement with the owner's signature added. */
export function countersigned(text: string, owner: KeyObject): string {
  const { signed, signatures } = readStatementText(text);
  const own = JSON.parse(signMetadata(signed, [owner])) as { signatures: typeof signatures };
  const others = signatures.filter(({ keyid }) => keyid !== keyIdOf(owner));
  return canonicalJson({ signed, signatures: [...others, ...own.signatures] });
}
