import { countOf, dayOf } from '@site/contracts';
import type { ChangedAuthority } from './authority/authority-store.ts';
import { countersigned, delegationsOf, withoutTeamKey, withTeamKey } from './authority/change-authority.ts';
import { signerOf } from './authority/statement.ts';
import { keyIdOf } from './authority/tuf-metadata.ts';
import { adoptedStatements, authorityContextOf, rootIfNeeded } from './authority-context.ts';
import type { Environment } from './command-environment.ts';
import { readNumber, type Options } from './command-line.ts';
import { ReleaseError } from './errors.ts';
import { parseVerifyingKey } from './signing.ts';

const DEFAULT_DAYS = '365';
const MAX_DAYS = 3_650;
const DEFAULT_MEGABYTES = '5';
const MAX_MEGABYTES = 20;

function withdrawnLine({ app, release, isLive, paths }: ChangedAuthority['withdrawn'][number]): string {
  const what = isLive
    ? 'it is live; release it without them, or give them back with `site team add`'
    : 'it no longer takes over if the live release fails';
  return `${app} ${release} has ${paths.join(', ')}, which its team may no longer use: ${what}`;
}

async function add(app: string, options: Options, env: Environment): Promise<string[]> {
  const { key: keyText, paths } = options;
  if (!keyText || !paths)
    throw new ReleaseError(
      'RELEASE_REFUSED',
      'usage: site team add <app> --key <public key> --paths /projects/one,/projects/two; the team prints its key with `site key --public`',
    );
  const days = readNumber('days', options.days ?? DEFAULT_DAYS, 1, MAX_DAYS);
  const megabytes = readNumber('max-megabytes', options['max-megabytes'] ?? DEFAULT_MEGABYTES, 0.01, MAX_MEGABYTES);
  const context = await authorityContextOf(options, env);
  const { place, authority, owner } = context;
  const key = parseVerifyingKey(keyText);
  const until = new Date(Date.now() + days * 86_400_000);
  const grant = {
    app,
    key,
    prefixes: paths.split(',').map((path) => path.trim()),
    maxBytes: Math.round(megabytes * 1e6),
    until: until.toISOString(),
  };
  const targets = withTeamKey(authority, grant, owner);
  const change = { ...rootIfNeeded(context), targets, statements: adoptedStatements(context) };
  const { serial, withdrawn } = await place.write(change);
  const where = serial === null ? '' : ` (registry ${serial})`;
  return [
    `the key ${keyIdOf(key).slice(0, 12)} may release ${app} under ${paths} until ${dayOf(until.getTime())}${where}`,
    ...withdrawn.map(withdrawnLine),
  ];
}

async function revoke(app: string, options: Options, env: Environment): Promise<string[]> {
  if (!options.key)
    throw new ReleaseError('RELEASE_REFUSED', 'usage: site team revoke <app> --key <beginning of the key id> [--since <serial>]');
  const since = readNumber('since', options.since ?? String(Number.MAX_SAFE_INTEGER), 1, Number.MAX_SAFE_INTEGER);
  const { place, state, authority, owner } = await authorityContextOf(options, env);
  const { text: targets, keyid } = withoutTeamKey(authority, app, options.key, owner);
  const signed = state.releases.flatMap(({ statement, ...named }) =>
    statement !== null && named.app === app && signerOf(authority, statement, app)?.keyid === keyid
      ? [{ ...named, statement }]
      : [],
  );
  // From now on the owner vouches for what stays, so that nothing the key signs later can pass as older.
  const kept = signed.filter(({ serial }) => serial < since);
  const { serial } = await place.write({ targets, statements: kept.map(({ statement }) => countersigned(statement, owner)) });
  const where = serial === null ? '' : ` (registry ${serial})`;
  const gone = signed.length - kept.length;
  return [
    `the key ${keyid.slice(0, 12)} may no longer release ${app}${where}`,
    `${kept.length} of its releases ${kept.length === 1 ? 'stays' : 'stay'}, ${gone} ${gone === 1 ? 'is' : 'are'} revoked`,
  ];
}

async function list(options: Options, env: Environment): Promise<string[]> {
  const { authority } = await authorityContextOf(options, env);
  const { roles } = delegationsOf(authority);
  if (roles.length === 0) return ["no teams: the owner's key releases everything"];
  return roles.flatMap(({ name, keyids, limits }) =>
    keyids.map((id) => {
      const until = limits.until[id]?.slice(0, 10);
      const validity = until === undefined ? 'never expires' : `until ${until}`;
      return `${name}  ${id.slice(0, 12)}  ${limits.prefixes.join(',')}  at most ${limits.maxBytes / 1e6} MB  ${validity}`;
    }),
  );
}

/** Vouches for live releases without a statement, and has the registry signed again, even after an interrupted command. */
async function adopt(options: Options, env: Environment): Promise<string[]> {
  const context = await authorityContextOf(options, env);
  const statements = adoptedStatements(context);
  const { serial } = await context.place.write({ ...rootIfNeeded(context), statements });
  return [`the owner vouches for ${countOf(statements.length, 'more release')}${serial === null ? '' : ` (registry ${serial})`}`];
}

/** The owner's commands for teams. */
export async function team([what, app]: readonly string[], options: Options, env: Environment): Promise<string[]> {
  if (what === 'list' && app === undefined) return list(options, env);
  if (what === 'adopt' && app === undefined) return adopt(options, env);
  if (what === 'add' && app) return add(app, options, env);
  if (what === 'revoke' && app) return revoke(app, options, env);
  throw new ReleaseError(
    'RELEASE_REFUSED',
    'usage: site team add <app>, site team revoke <app>, site team list or site team adopt',
  );
}
