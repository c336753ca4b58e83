import type { BootRemote } from '@site/contracts';
import type { LocalOverride } from '@site/releases';
import { scriptJson, type LinkedFile } from './document.ts';
import { readCss, type SiteSnapshot } from './site-snapshot.ts';

/** Where every development server of this workspace answers with what a release would: see `tools/vite/remote-dev.ts`. */
const FOLDER = '/@site/';

/** Lets React swap components while they run; it must come before React does. */
export const preambleOf = (origin: string): string => `${origin}${FOLDER}preamble.js`;

/** The remote as its developer has it at this moment. Its pages are told by its own contract, which the browser reads from the same server. */
function localRemote({ app, origin }: LocalOverride, released: BootRemote | undefined): BootRemote {
  return {
    name: app,
    release: origin.replace('http://', ''),
    base: origin + FOLDER,
    entry: 'routes.js',
    container: app.replaceAll('-', '_'),
    shared: { scripts: [], styles: [] },
    routes: (released?.routes ?? []).map((route) => ({ ...route, beingBuilt: false, preload: { scripts: [], styles: [] } })),
    // A mistake of the moment must be seen, not replaced.
    previous: null,
  };
}

/**
 * The same site with remotes from development servers in it, and with the shell's own build for development around them.
 * @throws Error when the shell was released without that build
 */
export async function withLocalRemotes(
  root: string,
  snapshot: SiteSnapshot,
  locals: readonly LocalOverride[],
): Promise<SiteSnapshot> {
  if (locals.length === 0) return snapshot;
  const { shell, boot } = snapshot;
  const [entry, ...others] = shell.development?.scripts ?? [];
  if (!shell.development || !entry)
    throw new Error('the shell was released without its build for development; release a newer one');
  const released = new Map(boot.remotes.map((remote) => [remote.name, remote]));
  for (const local of locals) released.set(local.app, localRemote(local, released.get(local.app)));
  const localBoot = { ...boot, remotes: [...released.values()] };
  const link = (path: string): LinkedFile => ({
    url: `/r/shell/${shell.release}/${path}`,
    integrity: shell.files[path]?.integrity ?? '',
  });
  return {
    ...snapshot,
    boot: localBoot,
    bootJson: scriptJson(localBoot),
    css: await readCss(root, shell, shell.development.styles),
    // Its styles have their own copies.
    fonts: [],
    entry: link(entry),
    shellPreloads: others.map(link),
    federationPreloads: [],
    pagePreloads: new Map(),
    localOrigins: locals.map(({ origin }) => origin),
  };
}
