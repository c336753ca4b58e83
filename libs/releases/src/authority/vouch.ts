import type { KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Registry, RegistryApp, ReleasePointer, RemoteContract } from '@site/contracts';
import { ReleaseError } from '../errors.ts';
import type { Origin } from '../history.ts';
import { releasePaths } from '../paths.ts';
import { authorityOf, type Authority } from './authority.ts';
import { contractDigest, pathsBeyond, readStatement, signerOf, type Signer, type Statement } from './statement.ts';

export interface Vouched {
  readonly text: string;
  readonly statement: Statement;
  readonly signer: Signer;
}

const nameOf = (app: string, release: string): string => `${app}/${release}`;

/** What a text says of this very release, if a key that counts now has signed it. */
function vouchedBy(authority: Authority, app: string, pointer: ReleasePointer, text: string | undefined): Vouched | undefined {
  if (text === undefined) return undefined;
  try {
    const statement = readStatement(text);
    const isThis =
      statement.app === app && statement.release === pointer.release && statement.manifestIntegrity === pointer.manifestIntegrity;
    const signer = isThis ? signerOf(authority, text, app) : undefined;
    return signer && { text, statement, signer };
  } catch {
    // No statement at all vouches for nothing.
    return undefined;
  }
}

/** The statement beside a release, whoever signed it. */
export const statementTextOf = (root: string, app: string, release: string): Promise<string | undefined> =>
  readFile(releasePaths.statement(root, app, release), 'utf8').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT' || cause.code === 'ENOTDIR') return undefined;
    throw cause;
  });

/** A release's origin, and whose key has signed it. */
export interface SignedOrigin extends Origin {
  /** `owner`, or a team's app; null: a key that counts no more. */
  readonly signedBy: string | null;
}

/** Where a release comes from, and who says so. Undefined: nobody has stated it. */
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

/** Where a release comes from; undefined: nobody has stated it. It is for people to read, and decides nothing. */
export async function originOf(root: string, app: string, release: string): Promise<Origin | undefined> {
  const text = await statementTextOf(root, app, release);
  try {
    if (text === undefined) return undefined;
    const { repository, commit, isDirty, builder, message } = readStatement(text).provenance;
    return { repository, commit, isDirty, builder, message };
  } catch {
    // A statement that cannot be read says nothing.
    return undefined;
  }
}

/**
 * Who vouches for a release: by the statement in the registry, or the one beside the release, which the owner may have signed anew
 * after a team's key was taken away.
 */
export async function findVouched(
  root: string,
  authority: Authority,
  app: string,
  pointer: ReleasePointer,
  statements: Registry['statements'] = {},
): Promise<Vouched | undefined> {
  return (
    vouchedBy(authority, app, pointer, statements[nameOf(app, pointer.release)]) ??
    vouchedBy(authority, app, pointer, await statementTextOf(root, app, pointer.release))
  );
}

/** True for a release that the owner, or the team whose app it is, vouches for now. */
export async function isVouchedFor(root: string, pinned: KeyObject, app: string, pointer: ReleasePointer): Promise<boolean> {
  return (await findVouched(root, authorityOf(root, pinned), app, pointer)) !== undefined;
}

/** The registry repeats the contract, and pages are made from it: it must be the one that was signed, within the team's paths. */
function isContractVouched({ statement, signer }: Vouched, contract: RemoteContract | null): boolean {
  return statement.contract === contractDigest(contract) && pathsBeyond(contract, signer.team).length === 0;
}

/**
 * What a registry that a server has signed may show: a release that no key of the owner or the team vouches for is left out, and the one
 * before it takes its place. An app without any is not there.
 */
export async function withoutUnvouched(root: string, registry: Registry, authority: Authority): Promise<Registry> {
  const vouch = (app: string, pointer: ReleasePointer | null): Promise<Vouched | undefined> =>
    pointer ? findVouched(root, authority, app, pointer, registry.statements) : Promise.resolve(undefined);
  const apps = await Promise.all(
    Object.entries(registry.apps).map(async ([app, entry]): Promise<[string, RegistryApp][]> => {
      const [stable, previous, tried] = await Promise.all([
        vouch(app, entry.stable),
        vouch(app, entry.previous),
        vouch(app, entry.canary),
      ]);
      const canary = entry.canary && tried && isContractVouched(tried, entry.canary.contract) ? entry.canary : null;
      if (stable && isContractVouched(stable, entry.contract))
        return [[app, { ...entry, canary, previous: previous ? entry.previous : null }]];
      // Its contract is read from its own description.
      return previous && entry.previous
        ? [[app, { ...entry, canary, stable: entry.previous, previous: null, contract: null }]]
        : [];
    }),
  );
  return { ...registry, apps: Object.fromEntries(apps.flat()) };
}

/**
 * What a registry must carry when a server signs it: a statement for each release that somebody may see. A release that only stands
 * behind a live one, and that nobody vouches for, is left out.
 * @throws ReleaseError RELEASE_REFUSED for a live or tried release that nobody vouches for
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
      const vouched = pointer && (await findVouched(root, authority, app, pointer, before));
      if (vouched) statements[nameOf(app, pointer.release)] = vouched.text;
      return !pointer || vouched !== undefined;
    };
    for (const pointer of [entry.stable, entry.canary])
      if (!(await vouch(pointer)))
        throw new ReleaseError(
          'RELEASE_REFUSED',
          `nobody whom the owner trusts now vouches for ${app} ${pointer?.release}; the owner's \`site team adopt\` does`,
        );
    proved[app] = (await vouch(entry.previous)) ? entry : { ...entry, previous: null };
  }
  return { apps: proved, statements };
}
