import type { KeyObject } from 'node:crypto';
import type { RemoteContract } from '@site/contracts';
import type { BuildOutput } from '../build-output.ts';
import { ReleaseError } from '../errors.ts';
import { isOwnerKey, requireUnexpiredOwnerKey, teamOf, teamsIn, type Authority } from './authority.ts';
import { digestOf } from './canonical-json.ts';
import { readStatementText, signersOf, signMetadata, tufHeader, type DelegatedRole, type Provenance } from './tuf-metadata.ts';

/** What a key states about one release: the hash of its manifest, its private files, and its origin. */
export interface Statement {
  readonly app: string;
  readonly release: string;
  /** As in the registry: `sha384-<base64>`. */
  readonly manifestIntegrity: string;
  readonly manifestBytes: number;
  readonly contract: string | null;
  /** Integrity values by path. */
  readonly privateFiles: Readonly<Record<string, string>>;
  readonly provenance: Provenance;
}

export const hexOfIntegrity = (integrity: string): string =>
  Buffer.from(integrity.replace(/^sha384-/, ''), 'base64').toString('hex');
const integrityOfHex = (hex: string): string => `sha384-${Buffer.from(hex, 'hex').toString('base64')}`;

/** The digest of a contract; the registry's copy of the contract must have the same digest. */
export const contractDigest = (contract: RemoteContract | null): string | null => (contract === null ? null : digestOf(contract));

const targetOf = (app: string, release: string): string => `${app}/${release}/release.json`;
const TARGET = /^([a-z][a-z0-9-]*)\/(\d+\.\d+\.\d+-[0-9a-f]{12})\/release\.json$/;

/** @returns the text of the statement, signed */
export function signStatement({ app, release, ...of }: Statement, key: KeyObject): string {
  const privateFiles = Object.fromEntries(Object.entries(of.privateFiles).map(([path, hash]) => [path, hexOfIntegrity(hash)]));
  const target = {
    length: of.manifestBytes,
    hashes: { sha384: hexOfIntegrity(of.manifestIntegrity) },
    custom: { contract: of.contract, privateFiles, provenance: of.provenance },
  };
  return signMetadata({ ...tufHeader(1), _type: 'targets', targets: { [targetOf(app, release)]: target } }, [key]);
}

/** Reads a statement; `signerOf` checks whether the key that signed it is valid. @throws Error if it is not a statement */
export function readStatement(text: string): Statement {
  const { targets } = readStatementText(text).signed;
  const [first, ...others] = Object.entries(targets);
  const match = first && TARGET.exec(first[0]);
  if (!match || others.length > 0) throw new Error('a statement must name exactly one release');
  const [, app = '', release = ''] = match;
  const { length, hashes, custom } = first[1];
  return {
    app,
    release,
    manifestIntegrity: integrityOfHex(hashes.sha384),
    manifestBytes: length,
    contract: custom.contract,
    privateFiles: Object.fromEntries(Object.entries(custom.privateFiles).map(([path, hash]) => [path, integrityOfHex(hash)])),
    provenance: custom.provenance,
  };
}

/** Who vouches for a release. */
export interface Signer {
  readonly keyid: string;
  /** `owner`, or the team's app. */
  readonly name: string;
  /** The team's limits; undefined for the owner, who has none. */
  readonly team: DelegatedRole | undefined;
}

/** The current key that vouches for a statement; undefined if no key delegated for this app does. */
export function signerOf(authority: Authority, text: string, app: string): Signer | undefined {
  const metadata = readStatementText(text);
  const { root, targets } = authority;
  const [owner] = signersOf(metadata, root.roles.root, root.keys);
  if (owner !== undefined) return { keyid: owner, name: 'owner', team: undefined };
  const team = teamOf(authority, app);
  const [keyid] = team ? signersOf(metadata, team, targets?.delegations?.keys ?? {}) : [];
  return team && keyid !== undefined ? { keyid, name: app, team } : undefined;
}

/** Paths of a contract that its team may not use. */
export function pathsBeyond(contract: RemoteContract | null, team: DelegatedRole | undefined): string[] {
  if (!team) return [];
  const isWithin = (path: string): boolean =>
    team.limits.prefixes.some((prefix) => path === prefix || path.startsWith(prefix.endsWith('/') ? prefix : `${prefix}/`));
  return (contract?.routes ?? []).flatMap(({ path }) => (isWithin(path) ? [] : [path]));
}

/** Reasons why a key may not release a build, according to what the owner delegated to it. */
export function refusalsByDelegation(
  { manifest, files }: Pick<BuildOutput, 'manifest' | 'files'>,
  signer: Signer,
  now: Date,
): string[] {
  const { team } = signer;
  if (!team) return [];
  const reasons: string[] = [];
  const until = team.limits.until[signer.keyid];
  if (until !== undefined && Date.parse(until) <= now.getTime())
    reasons.push(`the team's key was valid until ${until}; ask the owner`);
  const contract = manifest.kind === 'remote' ? manifest.contract : null;
  for (const path of pathsBeyond(contract, team))
    reasons.push(
      `${path} is not under ${team.limits.prefixes.join(' or ') || 'any path'}, which is what the owner gave ${team.name}`,
    );
  const bytes = files.reduce((sum, { content }) => sum + content.length, 0);
  if (bytes > team.limits.maxBytes)
    reasons.push(`the release has ${bytes} bytes; the owner allows ${team.name} ${team.limits.maxBytes}`);
  return reasons;
}

/**
 * @param app undefined: any app of the key
 * @throws ReleaseError KEY_INVALID if the app is not delegated to the key, or the key has expired
 */
export function requireKeyFor(authority: Authority, keyid: string, app: string | undefined, now: Date): void {
  if (isOwnerKey(authority, keyid)) return requireUnexpiredOwnerKey(authority, now);
  const held = teamsIn(authority).filter(({ name, keyids }) => keyids.includes(keyid) && (app === undefined || name === app));
  if (held.length === 0) throw new ReleaseError('KEY_INVALID', `this key may not release ${app ?? 'anything'}; ask the owner`);
  const ends = held.map(({ limits }) => limits.until[keyid]);
  if (ends.some((until) => until === undefined || Date.parse(until) > now.getTime())) return;
  const names = held.map(({ name }) => name).join(', ');
  throw new ReleaseError('KEY_INVALID', `this key was valid for ${names} until ${ends.join(', ')}; ask the owner`);
}
