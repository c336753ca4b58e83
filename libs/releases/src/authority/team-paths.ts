import { registryEntry, type Registry, type RegistryApp, type ReleasePointer, type RemoteContract } from '@site/contracts';
import { ReleaseError } from '../errors.ts';
import { teamsIn, type Authority } from './authority.ts';
import { pathsBeyond, type Signer } from './statement.ts';
import { findVoucher, releasedContract } from './vouch.ts';

/**
 * Paths of a release that the team that vouches for it may not use: the owner has withdrawn them since. None if the owner vouches for
 * the release too, or if nobody does: then only the key that signs the registry decides.
 */
export async function withdrawnPaths(
  root: string,
  authority: Authority,
  app: string,
  pointer: ReleasePointer,
  contract: RemoteContract | null,
  statements: Registry['statements'],
): Promise<string[]> {
  const beyond = ({ signer }: { signer: Signer }): string[] => pathsBeyond(contract, signer.team);
  const find = (suits?: Parameters<typeof findVoucher>[5]) => findVoucher(root, authority, app, pointer, statements, suits);
  const voucher = (await find((each) => beyond(each).length === 0)) ?? (await find());
  return voucher ? beyond(voucher) : [];
}

/** The same for the release that takes over if the live one fails. None if its manifest cannot be read: then it cannot take over. */
export async function withdrawnPathsOfPrevious(
  root: string,
  authority: Authority,
  app: string,
  { previous }: RegistryApp,
  statements: Registry['statements'],
): Promise<string[]> {
  const contract = previous ? await releasedContract(root, app, previous) : undefined;
  return previous && contract ? withdrawnPaths(root, authority, app, previous, contract, statements) : [];
}

const isSame = (one: ReleasePointer | null | undefined, other: ReleasePointer): boolean =>
  one?.release === other.release && one.manifestIntegrity === other.manifestIntegrity;

/**
 * The entries of the next registry, whoever signs it, without previous releases at paths that their team may no longer use. What is live
 * already stays as it is; whether visitors get it is decided when the registry is read.
 * @throws ReleaseError RELEASE_REFUSED if a release at such a path would become live or a canary
 */
export async function withinTeamPaths(
  root: string,
  authority: Authority,
  apps: Registry['apps'],
  before: Registry | undefined,
): Promise<Registry['apps']> {
  if (teamsIn(authority).length === 0) return apps;
  const permitted: Registry['apps'] = {};
  for (const [app, entry] of Object.entries(apps)) {
    const was = before && registryEntry(before.apps, app);
    const shown = [
      { pointer: entry.stable, contract: entry.contract, isNew: !isSame(was?.stable, entry.stable) },
      entry.canary && { pointer: entry.canary, contract: entry.canary.contract, isNew: !isSame(was?.canary, entry.canary) },
    ];
    for (const each of shown) {
      if (!each?.isNew) continue;
      const { release } = each.pointer;
      const paths = await withdrawnPaths(root, authority, app, each.pointer, each.contract, before?.statements);
      if (paths.length > 0)
        throw new ReleaseError(
          'RELEASE_REFUSED',
          `${app} ${release} has ${paths.join(', ')}, which its team may no longer use; the owner can allow it with \`site team add\``,
        );
    }
    const withdrawn = await withdrawnPathsOfPrevious(root, authority, app, entry, before?.statements);
    permitted[app] = withdrawn.length > 0 ? { ...entry, previous: null } : entry;
  }
  return permitted;
}
