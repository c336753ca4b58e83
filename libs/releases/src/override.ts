import * as v from 'valibot';
import type { KeyObject } from 'node:crypto';
import { type Registry, type ReleasePointer } from '@site/contracts';
import { keepUntil } from './collect-garbage.ts';
import { ReleaseError } from './errors.ts';
import { readHistory } from './history.ts';
import { isSignedBy, signText } from './signing.ts';

/** One release in the place of the one that everybody else sees, for whoever opens the link. */
export interface Override extends ReleasePointer {
  readonly app: string;
  /** Milliseconds since 1970. */
  readonly expires: number;
}

const TokenSchema = v.strictObject({
  kind: v.literal('override'),
  app: v.string(),
  release: v.string(),
  manifestIntegrity: v.string(),
  expires: v.number(),
  /** Origin of the site that it is for: a link to a trial site must not work on the real one, which may have the same key. */
  site: v.string(),
});

const encode = (text: string): string => Buffer.from(text).toString('base64url');

/** Where in the history a release was live, tried, or stood behind a live one. */
function pointerOf(history: readonly Registry[], app: string, release: string): ReleasePointer | undefined {
  for (const { apps } of history) {
    const entry = apps[app];
    for (const pointer of [entry?.stable, entry?.canary, entry?.previous])
      if (pointer?.release === release) return { release, manifestIntegrity: pointer.manifestIntegrity };
  }
  return undefined;
}

/**
 * Makes the token of an override link.
 * @param site origin that visitors use
 * @throws ReleaseError RELEASE_REFUSED when the release was never in a registry, or was killed
 */
export async function signOverride(
  root: string,
  { app, release, expires, site }: { app: string; release: string; expires: number; site: string },
  keys: { readonly signing: KeyObject; readonly verifying: KeyObject },
): Promise<string> {
  const history = await readHistory(root, keys.verifying);
  const pointer = pointerOf(history, app, release);
  if (!pointer) {
    const hint = `\`site canary ${app} --share 0\` puts a build in place that nobody sees without the link`;
    throw new ReleaseError('RELEASE_REFUSED', `${app} ${release} is in no registry of this store; ${hint}`);
  }
  if (history[0]?.apps[app]?.killed.includes(release)) throw new ReleaseError('RELEASE_REFUSED', `${app} ${release} was killed`);
  await keepUntil(root, app, release, new Date(expires));
  const text = JSON.stringify({ kind: 'override', app, ...pointer, expires, site });
  return `${encode(text)}.${Buffer.from(signText(text, keys.signing), 'base64').toString('base64url')}`;
}

/**
 * Reads the token of an override link.
 * @throws ReleaseError RELEASE_REFUSED saying what is wrong with it
 */
export function readOverride(token: string, site: string, verifying: KeyObject, now: Date): Override {
  const [body = '', signature = ''] = token.split('.');
  const refuse = (reason: string): never => {
    throw new ReleaseError('RELEASE_REFUSED', reason);
  };
  const text = Buffer.from(body, 'base64url').toString('utf8');
  if (!isSignedBy(text, Buffer.from(signature, 'base64url').toString('base64'), verifying))
    return refuse('the link was not signed by the key of this site');
  const parsed = v.safeParse(TokenSchema, JSON.parse(text));
  if (!parsed.success) return refuse('the link is of a form that this version does not know');
  const { app, release, manifestIntegrity, expires, site: audience } = parsed.output;
  if (audience !== site) return refuse(`the link is for ${audience}`);
  if (expires <= now.getTime()) return refuse(`the link ended ${new Date(expires).toISOString()}; make a new one`);
  return { app, release, manifestIntegrity, expires };
}
