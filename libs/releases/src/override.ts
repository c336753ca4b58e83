import * as v from 'valibot';
import type { KeyObject } from 'node:crypto';
import { registryEntry, retiredEntry, type ReleasePointer } from '@site/contracts';
import { authorityOf, onlineKeys, ownerKeys } from './authority/authority.ts';
import { keepUntil } from './collect-garbage.ts';
import { ReleaseError } from './errors.ts';
import { pointerOf, readHistory } from './history.ts';
import { changeStore } from './origin/store-origin.ts';
import { readRegistry } from './registry-store.ts';
import { isSignedBy, signText } from './signing.ts';

/** Maximum number of releases that one link can show. */
export const MAX_OVERRIDES = 5;

interface Link {
  readonly app: string;
  /** Milliseconds since 1970. */
  readonly expires: number;
}

/** Shows one release to the person who opens the link, instead of the live one. */
export interface ReleaseOverride extends Link, ReleasePointer {
  /** True if a server has signed the link: it shows only what a team or the owner vouches for. */
  readonly needsStatement: boolean;
}

/** Shows a remote from the development server on the machine of the person who opens the link. */
export interface LocalOverride extends Link {
  readonly origin: string;
}

export type Override = ReleaseOverride | LocalOverride;

export const isLocal = (override: Override): override is LocalOverride => 'origin' in override;

/** Only the visitor's own machine, because another host could serve anything. */
const LOCAL_ORIGIN = /^http:\/\/localhost:\d{1,5}$/;

const common = {
  app: v.string(),
  expires: v.number(),
  /** Origin of the site: a link to a test site must not work on the real one, which may have the same key. */
  site: v.string(),
};
const TokenSchema = v.variant('kind', [
  v.strictObject({ ...common, kind: v.literal('override'), release: v.string(), manifestIntegrity: v.string() }),
  v.strictObject({ ...common, kind: v.literal('local'), origin: v.pipe(v.string(), v.regex(LOCAL_ORIGIN)) }),
]);
type Token = v.InferOutput<typeof TokenSchema>;

const encode = (text: string): string => Buffer.from(text).toString('base64url');

function signToken(token: Token, signing: KeyObject): string {
  const text = JSON.stringify(token);
  return `${encode(text)}.${Buffer.from(signText(text, signing), 'base64').toString('base64url')}`;
}

/** The keys that may sign a link. */
export interface OverrideKeys {
  readonly owner: readonly KeyObject[];
  readonly online: readonly KeyObject[];
}

/** The keys of a store that may sign a link now. */
export function overrideKeys(root: string, pinned: KeyObject): OverrideKeys {
  const authority = authorityOf(root, pinned);
  return { owner: ownerKeys(authority), online: onlineKeys(authority) };
}

/**
 * Makes the token of an override link.
 * @param site origin that visitors use
 * @throws ReleaseError RELEASE_REFUSED if the release was never in a registry, was killed or is gone, or if its app is retired
 */
export async function signOverride(
  root: string,
  { app, release, expires, site }: { app: string; release: string; expires: number; site: string },
  keys: { readonly signing: KeyObject; readonly verifying: KeyObject },
): Promise<string> {
  const pointer = await pointerOf(readHistory(root, keys.verifying), app, release);
  if (!pointer) {
    const hint = `\`site canary ${app} --share 0\` releases a build that nobody sees without the link`;
    throw new ReleaseError('RELEASE_REFUSED', `${app} ${release} is not in any registry of this store; ${hint}`);
  }
  const live = await readRegistry(root, keys.verifying);
  if (retiredEntry(live, app))
    throw new ReleaseError('RELEASE_REFUSED', `${app} is retired; \`site rollback ${app}\` brings it back`);
  if (registryEntry(live.apps, app)?.killed.includes(release))
    throw new ReleaseError('RELEASE_REFUSED', `${app} ${release} was killed`);
  const until = new Date(expires);
  await changeStore(root, async ({ commit }) => {
    await keepUntil(root, app, release, until);
    await commit({ kept: { app, release, until } });
  });
  return signToken({ kind: 'override', app, ...pointer, expires, site }, keys.signing);
}

/**
 * Makes the token of a link that shows a remote from a developer's machine to the person who opens it on that machine.
 * @param origin of the development server, such as `http://localhost:5173`
 * @throws ReleaseError RELEASE_REFUSED if the origin is not a port on this machine, or the app is the shell
 */
export function signLocalOverride(
  { app, origin, expires, site }: { app: string; origin: string; expires: number; site: string },
  signing: KeyObject,
): string {
  if (app === 'shell')
    throw new ReleaseError('RELEASE_REFUSED', 'the shell cannot come from a development server; name a remote');
  if (!LOCAL_ORIGIN.test(origin))
    throw new ReleaseError('RELEASE_REFUSED', `"${origin}" is not a port on this machine; write it as http://localhost:5173`);
  return signToken({ kind: 'local', app, origin, expires, site }, signing);
}

/**
 * Reads the token of an override link. `requireCurrent` checks whether the link has expired; everything else never changes and may be
 * cached.
 * @throws ReleaseError RELEASE_REFUSED saying what is wrong with it
 */
export function readOverride(token: string, site: string, keys: OverrideKeys): Override {
  const [body = '', signature = ''] = token.split('.');
  const refuse = (reason: string): never => {
    throw new ReleaseError('RELEASE_REFUSED', reason);
  };
  const text = Buffer.from(body, 'base64url').toString('utf8');
  const isBy = (key: KeyObject): boolean => isSignedBy(text, Buffer.from(signature, 'base64url').toString('base64'), key);
  const isOwners = keys.owner.some(isBy);
  if (!isOwners && !keys.online.some(isBy)) return refuse('the link was not signed by the key of this site');
  const parsed = v.safeParse(TokenSchema, JSON.parse(text));
  if (!parsed.success) return refuse('the link has a format that this version does not recognize');
  const { kind: _kind, site: audience, ...override } = parsed.output;
  if (audience !== site) return refuse(`the link is for ${audience}`);
  return 'origin' in override ? override : { ...override, needsStatement: !isOwners };
}

/** @throws ReleaseError RELEASE_REFUSED if the link has expired */
export function requireCurrent({ expires }: Override, now: Date): void {
  if (expires <= now.getTime())
    throw new ReleaseError('RELEASE_REFUSED', `the link expired at ${new Date(expires).toISOString()}; create a new one`);
}
