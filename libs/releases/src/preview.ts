import type { Registry, ReleasePointer } from '@site/contracts';
import { pointerOf, readHistory } from './history.ts';
import { MAX_OVERRIDES, signOverride } from './override.ts';
import { refusals } from './publish.ts';
import { readRelease } from './read-release.ts';
import { readRegistry, type RegistryKeys } from './registry-store.ts';
import { entryOf, refuse } from './switch-release.ts';

/** One release of a preview. Without `release`: the app's canary. */
export interface PreviewPart {
  readonly app: string;
  readonly release?: string | undefined;
}

interface Part extends ReleasePointer {
  readonly app: string;
}

/** Joins the tokens of one link. It needs no escaping in an address and occurs in no token. */
export const TOKEN_SEPARATOR = '~';

async function partOf(root: string, { app, release: named }: PreviewPart, { apps }: Registry, keys: RegistryKeys): Promise<Part> {
  const { canary } = entryOf(apps, app);
  const release = named ?? canary?.release ?? refuse(`${app} has no canary; name a release: ${app}@<release>`);
  const hint = `\`site canary ${app} --share 0\` releases a build that nobody sees without the link`;
  const pointer = await pointerOf(readHistory(root, keys.verifying), app, release);
  return { app, ...(pointer ?? refuse(`${app} ${release} is not in any registry of this store; ${hint}`)) };
}

/** The site as the person who opens the preview sees it: its releases are the stable ones, and there is no canary. */
function composed(apps: Registry['apps'], parts: readonly (Part & { contract: Registry['apps'][string]['contract'] })[]) {
  const stable = Object.entries(apps).map(([app, entry]) => [app, { ...entry, canary: null }] as const);
  const site: Registry['apps'] = Object.fromEntries(stable);
  for (const { app, release, manifestIntegrity, contract } of parts)
    site[app] = { ...entryOf(site, app), stable: { release, manifestIntegrity }, contract };
  return site;
}

/**
 * Signs one link that shows several releases, of any teams, to the person who opens it, after the gate has checked them together.
 * @returns the link's token, and the releases
 * @throws ReleaseError RELEASE_REFUSED if one is gone or killed, or they are incompatible with each other or the rest of the site
 */
export async function signPreview(
  root: string,
  wanted: readonly PreviewPart[],
  { expires, site }: { readonly expires: number; readonly site: string },
  keys: RegistryKeys,
): Promise<{ token: string; releases: { app: string; release: string }[] }> {
  if (wanted.length === 0 || wanted.length > MAX_OVERRIDES)
    return refuse(`a preview has one to ${MAX_OVERRIDES} releases, not ${wanted.length}`);
  if (new Set(wanted.map(({ app }) => app)).size < wanted.length) return refuse('a preview has at most one release of each app');
  const live = await readRegistry(root, keys.verifying);
  const parts: Part[] = [];
  for (const part of wanted) parts.push(await partOf(root, part, live, keys));
  const read = await Promise.all(parts.map(async (part) => ({ part, manifest: await readRelease(root, part.app, part) })));
  const apps = composed(
    live.apps,
    read.map(({ part, manifest }) => ({ ...part, contract: manifest.kind === 'remote' ? manifest.contract : null })),
  );
  const reasons: string[] = [];
  for (const { part, manifest } of read)
    for (const reason of await refusals(root, manifest, apps, 'again')) reasons.push(`${part.app} ${part.release}: ${reason}`);
  if (reasons.length > 0) return refuse(reasons.join('; '));
  const tokens: string[] = [];
  for (const { app, release } of parts) tokens.push(await signOverride(root, { app, release, expires, site }, keys));
  return { token: tokens.join(TOKEN_SEPARATOR), releases: parts.map(({ app, release }) => ({ app, release })) };
}
