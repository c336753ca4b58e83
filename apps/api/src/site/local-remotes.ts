import type { BootRemote } from '@site/contracts';
import type { LocalOverride } from '@site/releases';
import { scriptJson, type LinkedFile } from './document.ts';
import { readCss, type SiteSnapshot } from './site-snapshot.ts';

/** Where every development server of this workspace serves what a release would contain: see `tools/vite/remote-dev.ts`. */
const FOLDER = '/@site/';

/** Lets React replace components at run time; it must run before React loads. */
export const preambleOf = (origin: string): string => `${origin}${FOLDER}preamble.js`;

/** The developer's version of a remote. Its pages come from its own contract, which the browser reads from the same server. */
function localRemote({ app, origin }: LocalOverride, released: BootRemote | undefined): BootRemote {
  return {
    name: app,
    release: origin.replace('http://', ''),
    base: origin + FOLDER,
    entry: 'routes.js',
    container: app.replaceAll('-', '_'),
    shared: { scripts: [], styles: [] },
    routes: (released?.routes ?? []).map((route) => ({ ...route, preload: { scripts: [], styles: [] } })),
    // A developer's mistake must be visible, not replaced by a fallback.
    previous: null,
  };
}

/**
 * The same site with remotes from development servers, inside the shell's own development build.
 * @throws Error if the shell was released without that build
 */
export async function withLocalRemotes(
  root: string,
  snapshot: SiteSnapshot,
  locals: readonly LocalOverride[],
): Promise<SiteSnapshot> {
  if (locals.length === 0) return snapshot;
  const { shell, boot } = snapshot;
  const [entry, ...others] = shell.development?.scripts ?? [];
  if (!shell.development || !entry) throw new Error('the shell was released without its development build; release a newer one');
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
    // That build has its own copies of the styles.
    fonts: [],
    entry: link(entry),
    shellPreloads: others.map(link),
    federationPreloads: [],
    pagePreloads: new Map(),
    localOrigins: locals.map(({ origin }) => origin),
  };
}
