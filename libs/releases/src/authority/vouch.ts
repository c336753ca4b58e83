import type { KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Registry, RegistryApp, ReleasePointer, RemoteContract } from '@site/contracts';
import { ReleaseError } from '../errors.ts';
import type { Origin } from '../deployments.ts';
import { releasePaths } from '../paths.ts';
import { readRelease } from '../read-release.ts';
import { authorityOf, type Authority } from './authority.ts';
import { contractDigest, pathsBeyond, readStatement, signerOf, type Signer, type Statement } from './statement.ts';

export interface Voucher {
  readonly text: string;
  readonly statement: Statement;
  readonly signer: Signer;
}

const nameOf = (app: string, release: string): string => `${app}/${release}`;

/** Reads a statement if it is about this release and a current key has signed it. */
function readVoucher(authority: Authority, app: string, pointer: ReleasePointer, text: string | undefined): Voucher | undefined {
  if (text === undefined) return undefined;
  try {
    const statement = readStatement(text);
    const isThis =
      statement.app === app && statement.release === pointer.release && statement.manifestIntegrity === pointer.manifestIntegrity;
    const signer = isThis ? signerOf(authority, text, app) : undefined;
    return signer && { text, statement, signer };
  } catch {
    // An unreadable statement vouches for nothing.
    return undefined;
  }
}

/** The statement in the folder of a release, whoever signed it. */
export const statementTextOf = (root: string, app: string, release: string): Promise<string | undefined> =>
  readFile(releasePaths.statement(root, app, release), 'utf8').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT' || cause.code === 'ENOTDIR') return undefined;
    throw cause;
  });

/** A release's origin and signer. */
export interface SignedOrigin extends Origin {
  /** `owner`, or a team's app; null: a key that is no longer valid. */
  readonly signedBy: string | null;
}

/** The origin of a release, and who states it. Undefined without a statement. */
export async function signedOrigin(
  root: string,
  pinned: KeyObject,
  app: string,
  release: string,
): Promise<SignedOrigin | undefined> {
  const [origin, text] = [await originOf(root, app, release), await statementTextOf(root, app, release)];
  if (!origin || text === undefined) return undefined;
  return { ...origin, signedBy: signerOf(authorityOf(root, pinned), text, app)?.name ?? null };
}

/** The origin of a release; undefined without a statement. Only for people to read; no decision depends on it. */
export async function originOf(root: string, app: string, release: string): Promise<Origin | undefined> {
  const text = await statementTextOf(root, app, release);
  try {
    if (text === undefined) return undefined;
    const { repository, commit, isDirty, builder, message } = readStatement(text).provenance;
    return { repository, commit, isDirty, builder, message };
  } catch {
    // An unreadable statement counts as none.
    return undefined;
  }
}

/**
 * Who vouches for a release, by the statement in the registry or the one in the release's folder, which the owner may have signed
 * after a team's key was removed.
 * @param suits what else the voucher must allow; the other statement is read if the first one does not
 */
export async function findVoucher(
  root: string,
  authority: Authority,
  app: string,
  pointer: ReleasePointer,
  statements: Registry['statements'] = {},
  suits: (voucher: Voucher) => boolean = () => true,
): Promise<Voucher | undefined> {
  const read = (text: string | undefined): Voucher | undefined => {
    const voucher = readVoucher(authority, app, pointer, text);
    return voucher && suits(voucher) ? voucher : undefined;
  };
  return read(statements[nameOf(app, pointer.release)]) ?? read(await statementTextOf(root, app, pointer.release));
}

/** True for a release that the owner, or the team of its app, currently vouches for. */
export async function isVouchedFor(root: string, pinned: KeyObject, app: string, pointer: ReleasePointer): Promise<boolean> {
  return (await findVoucher(root, authorityOf(root, pinned), app, pointer)) !== undefined;
}

/** Pages are made from the registry's copy of the contract, so it must be the signed one, within the team's paths. */
function isContractVouchedFor({ statement, signer }: Voucher, contract: RemoteContract | null): boolean {
  return statement.contract === contractDigest(contract) && pathsBeyond(contract, signer.team).length === 0;
}

/** The contract in a release's manifest; null for a shell, undefined if the manifest cannot be read. */
export async function releasedContract(
  root: string,
  app: string,
  pointer: ReleasePointer,
): Promise<RemoteContract | null | undefined> {
  const manifest = await readRelease(root, app, pointer).catch(() => undefined);
  return manifest?.kind === 'shell' ? null : manifest?.contract;
}

/**
 * What a registry signed by a server may show: a release that neither the owner nor the team vouches for, or whose paths the team may no
 * longer use, is left out, and the previous one takes its place. An app without any release is left out.
 */
export async function onlyVouchedFor(root: string, registry: Registry, authority: Authority): Promise<Registry> {
  const vouch = (app: string, pointer: ReleasePointer, suits?: (voucher: Voucher) => boolean): Promise<Voucher | undefined> =>
    findVoucher(root, authority, app, pointer, registry.statements, suits);
  const isVouched = async (app: string, pointer: ReleasePointer, contract: RemoteContract | null): Promise<boolean> =>
    (await vouch(app, pointer, (voucher) => isContractVouchedFor(voucher, contract))) !== undefined;
  const apps = await Promise.all(
    Object.entries(registry.apps).map(async ([app, entry]): Promise<[string, RegistryApp][]> => {
      const { stable, previous } = entry;
      const canary = entry.canary && (await isVouched(app, entry.canary, entry.canary.contract)) ? entry.canary : null;
      // The registry repeats only the contract of the live release. While a manifest cannot be read, nobody can get that release.
      const contract = previous ? await releasedContract(root, app, previous) : undefined;
      const isFallback =
        previous !== null &&
        (contract === undefined ? (await vouch(app, previous)) !== undefined : await isVouched(app, previous, contract));
      if (await isVouched(app, stable, entry.contract))
        return [[app, { ...entry, canary, previous: isFallback ? previous : null }]];
      return isFallback && contract !== undefined
        ? [[app, { ...entry, canary, stable: previous, previous: null, contract }]]
        : [];
    }),
  );
  return { ...registry, apps: Object.fromEntries(apps.flat()) };
}

/**
 * The statements that a registry signed by a server must have: one for each release that visitors may see. A previous release
 * that nobody vouches for is left out.
 * @throws ReleaseError RELEASE_REFUSED for a live release or a canary that nobody vouches for
 */
export async function withStatements(
  root: string,
  authority: Authority,
  apps: Registry['apps'],
  before: Registry['statements'],
): Promise<Pick<Registry, 'apps' | 'statements'>> {
  const statements: Record<string, string> = {};
  const proved: Registry['apps'] = {};
  for (const [app, entry] of Object.entries(apps)) {
    const vouch = async (pointer: ReleasePointer | null): Promise<boolean> => {
      const voucher = pointer && (await findVoucher(root, authority, app, pointer, before));
      if (voucher) statements[nameOf(app, pointer.release)] = voucher.text;
      return !pointer || voucher !== undefined;
    };
    for (const pointer of [entry.stable, entry.canary])
      if (!(await vouch(pointer)))
        throw new ReleaseError(
          'RELEASE_REFUSED',
          `no key that the owner trusts vouches for ${app} ${pointer?.release}; the owner can do so with \`site team adopt\``,
        );
    proved[app] = (await vouch(entry.previous)) ? entry : { ...entry, previous: null };
  }
  return { apps: proved, statements };
}
