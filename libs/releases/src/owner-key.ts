import type { KeyObject } from 'node:crypto';
import { countOf } from '@site/contracts';
import { countersigned, nextRootText, targetsTextForBothKeys } from './authority/change-authority.ts';
import { isOwnerKey, onlineKeys } from './authority/authority.ts';
import { signerOf } from './authority/statement.ts';
import { keyIdOf } from './authority/tuf-metadata.ts';
import { adoptedStatements, authorityContextOf, rootIfNeeded, type AuthorityContext } from './authority-context.ts';
import { signingKeyText, type Environment } from './command-environment.ts';
import { readNumber, siteIn, type Options } from './command-line.ts';
import { ReleaseError } from './errors.ts';
import { generateSigningKey, parseSigningKey, parseVerifyingKey, publicHalf } from './signing.ts';

const MAX_DAYS = 3_650;
const DAY_MS = 86_400_000;

/** Returns a new key, or the public half of the configured one; `rotate` replaces the key of a site's owner. */
export async function key([what]: readonly string[], options: Options, env: Environment): Promise<string[]> {
  if (what === 'rotate') return rotate(options, env);
  if (what !== undefined) throw new ReleaseError('RELEASE_REFUSED', 'usage: site key, site key --public, or site key rotate');
  if (!options.public) return [generateSigningKey()];
  return [publicHalf(await signingKeyText(env))];
}

function nextKeyIn(env: Environment): KeyObject {
  const text = env['NEXT_SIGNING_KEY'];
  if (!text)
    throw new ReleaseError(
      'KEY_INVALID',
      "set NEXT_SIGNING_KEY to the owner's next key (`site key` prints a new one), and RELEASE_SIGNING_KEY to the current one",
    );
  return parseSigningKey(text);
}

/** The key that signs the site's registries from now on. */
function onlineAfter({ state, authority, owner }: AuthorityContext, next: KeyObject): KeyObject {
  if (state.serverKey !== null) return parseVerifyingKey(state.serverKey);
  // For a folder: the server's key if the owner has named one; otherwise the owner's own.
  return onlineKeys(authority).find((named) => keyIdOf(named) !== keyIdOf(owner)) ?? next;
}

/**
 * Replaces the owner's key. The new key vouches for what the old one vouched for; the old one is no longer valid, but servers and
 * teams that know it can find the new one with it.
 */
async function rotate(options: Options, env: Environment): Promise<string[]> {
  const next = nextKeyIn(env);
  const days = options.days === undefined ? undefined : readNumber('days', options.days, 1, MAX_DAYS);
  const first = await authorityContextOf(options, env);
  if (!isOwnerKey(first.authority, keyIdOf(first.owner)))
    throw new ReleaseError('KEY_INVALID', "RELEASE_SIGNING_KEY is not the owner's key for this site");
  if (siteIn(options) !== undefined && first.state.serverKey === null)
    throw new ReleaseError(
      'RELEASE_REFUSED',
      "the server signs with the owner's key itself; give it the public half (`site key --public`), restart it, and run the command again",
    );
  // The chain starts with the known key.
  if (first.authority.root.version === 0)
    await first.place.write({ ...rootIfNeeded(first), statements: adoptedStatements(first) });
  const context = first.authority.root.version === 0 ? await authorityContextOf(options, env) : first;
  const { place, state, authority, owner } = context;
  const signing = keyIdOf(next) === keyIdOf(owner) ? [owner] : [owner, next];
  const expires = days === undefined ? undefined : new Date(Date.now() + days * DAY_MS).toISOString();
  const root = nextRootText(authority, { owners: [next], online: onlineAfter(context, next), signing, expires });
  const statements = state.releases.flatMap(({ app, statement }) =>
    statement !== null && signerOf(authority, statement, app)?.name === 'owner' ? [countersigned(statement, next)] : [],
  );
  const targets = authority.targets && targetsTextForBothKeys(authority, owner, next);
  const { serial } = await place.write({ root, ...(targets && { targets }), statements }, next);
  const until = expires === undefined ? '' : `; it is valid until ${expires.slice(0, 10)}`;
  if (keyIdOf(next) === keyIdOf(owner)) return [`the owner's key is still ${keyIdOf(next).slice(0, 12)}${until}`];
  return [
    `the owner's key is ${keyIdOf(next).slice(0, 12)} from now on${serial === null ? '' : ` (registry ${serial})`}${until}`,
    `it vouches for ${countOf(statements.length, 'release')}; ${keyIdOf(owner).slice(0, 12)} is no longer valid`,
    'set RELEASE_SIGNING_KEY to it wherever you release; servers find it through the key that they have',
  ];
}
