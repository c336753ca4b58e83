import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  INSTALL_MANIFEST,
  parseDrafts,
  routeAt,
  SERVICE_WORKER,
  type BootData,
  type BootRelease,
  type BootRemote,
  type Preload,
  type ProjectCard,
  type Registry,
  type RegistryApp,
  type ReleaseManifest,
  type RemoteRelease,
  type ShellRelease,
  type ShellServerModule,
} from '@site/contracts';
import { integrityOf, readRelease, releasePaths, SHELL_DEVELOPMENT } from '@site/releases';
import { scriptJson, type LinkedFile } from './document.ts';

/** Everything that is the same for every page of one registry serial. */
export interface SiteSnapshot {
  /** Names the set of releases in headers: the registry's serial, and the app whose canary is shown. */
  readonly name: string;
  readonly boot: BootData;
  readonly bootJson: string;
  /** Cards that only visitors who know the password see. */
  readonly drafts: readonly ProjectCard[];
  readonly importMap: string;
  /** SHA-384 of scripts and styles by URL path. */
  readonly integrity: Readonly<Record<string, string>>;
  /** Absolute paths of the scripts that the import map lists. */
  readonly scripts: readonly string[];
  readonly css: string;
  readonly fonts: readonly LinkedFile[];
  /** The service worker's text; undefined if the shell has none. */
  readonly serviceWorker: string | undefined;
  /** Address of the manifest with which browsers install the site as an app; undefined if the shell has none. */
  readonly installManifest: string | undefined;
  readonly shell: ShellRelease;
  readonly entry: LinkedFile;
  readonly shellPreloads: readonly LinkedFile[];
  /** Chunks of the shell that only a remote's page needs. */
  readonly federationPreloads: readonly LinkedFile[];
  /** Chunks of the shell that one of its own pages needs, by path. */
  readonly pagePreloads: ReadonlyMap<string, readonly LinkedFile[]>;
  readonly server: ShellServerModule;
  /** Path of the preview picture of shared links. */
  readonly socialImage: string;
  readonly shellPaths: ReadonlySet<string>;
  /** Actual paths of the pictures in the owner's content and of the printed résumé, by the path that visitors request. */
  readonly ownFiles: ReadonlyMap<string, string>;
  /** Pages of retired remotes, by path: where their visitors are redirected, or null if nothing replaces them. */
  readonly gone: ReadonlyMap<string, string | null>;
  /** Development servers of remotes, each on the visitor's own machine. */
  readonly localOrigins: readonly string[];
  /** Apps whose stable release cannot be trusted or read: the previous release or the error card replaces it. */
  readonly damaged: readonly string[];
}

const NOTHING: Preload = { scripts: [], styles: [] };
const baseOf = (app: string, release: string): string => `/r/${app}/${release}/`;

interface UsableReleases {
  readonly live: ReleaseManifest;
  /** The release that takes over if the live one fails during a visit; undefined if it is gone, or is already the live one. */
  readonly previous: ReleaseManifest | undefined;
  readonly isStable: boolean;
}

/** The stable release or, if that is damaged, the previous one: a failure never leads to a blank page. */
async function readUsable(root: string, app: string, entry: RegistryApp): Promise<UsableReleases> {
  const previous = entry.previous ? await readRelease(root, app, entry.previous).catch(() => undefined) : undefined;
  try {
    return { live: await readRelease(root, app, entry.stable), previous, isStable: true };
  } catch (cause) {
    if (!previous) throw cause;
    return { live: previous, previous: undefined, isStable: false };
  }
}

const releaseAt = ({ app, release, entry, container, shared }: RemoteRelease): BootRelease => ({
  release,
  base: baseOf(app, release),
  entry,
  container,
  shared,
});

/** Stands for a release that cannot be read: the loader then shows its error card. */
const unreadable = (name: string, release: string): BootRelease => ({
  release,
  base: baseOf(name, release),
  entry: 'remoteEntry.js',
  container: name.replaceAll('-', '_'),
  shared: NOTHING,
});

function bootRemote(
  name: string,
  app: RegistryApp,
  live: RemoteRelease | undefined,
  previous: RemoteRelease | undefined,
): BootRemote {
  return {
    name,
    ...(live ? releaseAt(live) : unreadable(name, app.stable.release)),
    routes: ((live?.contract ?? app.contract)?.routes ?? []).map(({ page: _module, still, alive, ...route }) => ({
      ...route,
      // A release that cannot be read has no pictures either.
      ...(live && still !== undefined && { still }),
      ...(live && alive !== undefined && { alive: true as const }),
      preload: live?.pages[route.path] ?? NOTHING,
    })),
    previous: previous ? { ...releaseAt(previous), pages: previous.pages } : null,
  };
}

/** SHA-384 of every script and style by URL path; for remotes also under their second address. */
function integrityMap(shell: ShellRelease, remotes: readonly RemoteRelease[]): Record<string, string> {
  const integrity: Record<string, string> = {};
  const add = (base: string, files: ShellRelease['files']): void => {
    for (const [path, file] of Object.entries(files)) {
      // No visitor's document uses the development build, and none runs the service worker itself.
      if (/\.(js|css)$/.test(path) && !path.startsWith(SHELL_DEVELOPMENT) && `/${path}` !== SERVICE_WORKER)
        integrity[base + path] = file.integrity;
    }
  };
  add(baseOf('shell', shell.release), shell.files);
  for (const remote of remotes) {
    add(baseOf(remote.app, remote.release), remote.files);
    add(baseOf(remote.app, `${remote.release}~1`), remote.files);
  }
  return integrity;
}

async function loadServerModule(root: string, shell: ShellRelease): Promise<ShellServerModule> {
  const path = join(releasePaths.release(root, 'shell', shell.release), shell.serverModule);
  if (integrityOf(await readFile(path)) !== shell.serverIntegrity) throw new Error(`${path} is not the module that was released`);
  return (await import(pathToFileURL(path).href)) as ShellServerModule;
}

/** Undefined for a worker that differs from the released one. */
async function readServiceWorker(root: string, shell: ShellRelease): Promise<string | undefined> {
  const name = SERVICE_WORKER.slice(1);
  const text = await readFile(join(releasePaths.release(root, 'shell', shell.release), name), 'utf8').catch(() => undefined);
  return text !== undefined && integrityOf(text) === shell.files[name]?.integrity ? text : undefined;
}

/** Without its private part a release only loses its cards on the drafts list. */
async function readDrafts(root: string, app: string, release: string): Promise<ProjectCard[]> {
  try {
    const file: unknown = JSON.parse(await readFile(join(releasePaths.release(root, app, release), 'private.json'), 'utf8'));
    return parseDrafts(typeof file === 'object' && file !== null && 'drafts' in file ? file.drafts : undefined);
  } catch {
    return [];
  }
}

/** The styles of the shell's release, by default those of its entry, as one string with absolute addresses. */
export async function readCss(root: string, shell: ShellRelease, styles = shell.entry.styles): Promise<string> {
  const texts = await Promise.all(
    styles.map(async (path) => {
      const text = await readFile(join(releasePaths.release(root, 'shell', shell.release), path), 'utf8');
      const folder = baseOf('shell', shell.release) + path.slice(0, path.lastIndexOf('/') + 1);
      return text.replace(/url\((['"]?)(?!data:|\/|https?:)(?:\.\/)?/g, `url($1${folder}`).trim();
    }),
  );
  return texts.join('\n');
}

/** Pages of retired remotes. A remote that has such a page now takes precedence. */
function gonePages({ retired }: Registry): Map<string, string | null> {
  const contracts = Object.values(retired ?? {}).map(({ last }) => last.contract);
  return new Map(
    contracts.flatMap((contract) => (contract?.routes ?? []).map(({ path }) => [path, contract?.redirects?.[path] ?? null])),
  );
}

/** Reads a registry and everything it points to. @throws if the shell's own release cannot be used */
export async function readSnapshot(
  root: string,
  registry: Registry,
  overrides: BootData['overrides'] = [],
): Promise<SiteSnapshot> {
  const shellApp = registry.apps['shell'];
  if (!shellApp) throw new Error('the registry has no shell; run `npx site release shell`');
  const { live: shell, isStable } = await readUsable(root, 'shell', shellApp);
  if (shell.kind !== 'shell') throw new Error('the release of the shell is not a shell');
  const damaged: string[] = isStable ? [] : ['shell'];
  const manifests: RemoteRelease[] = [];
  const remotes: BootRemote[] = [];
  const cards: ProjectCard[] = [];
  const drafts: ProjectCard[] = [];
  for (const [name, app] of Object.entries(registry.apps)) {
    if (app.kind !== 'remote') continue;
    const usable = await readUsable(root, name, app).catch(() => undefined);
    const manifest = usable?.live.kind === 'remote' ? usable.live : undefined;
    const previous = usable?.previous?.kind === 'remote' ? usable.previous : undefined;
    if (previous) manifests.push(previous);
    if (manifest) {
      manifests.push(manifest);
      drafts.push(...(await readDrafts(root, name, manifest.release)));
    }
    if (!manifest || !usable?.isStable) damaged.push(name);
    remotes.push(bootRemote(name, app, manifest, previous));
    cards.push(...((manifest?.contract ?? app.contract)?.cards ?? []));
  }
  const byOrder = (a: ProjectCard, b: ProjectCard): number => a.order - b.order || a.link.localeCompare(b.link);
  cards.sort(byOrder);
  drafts.sort(byOrder);
  const boot: BootData = { serial: registry.serial, shell: shell.release, overrides, remotes, cards };
  const base = baseOf('shell', shell.release);
  const link = (path: string): LinkedFile => ({ url: base + path, integrity: shell.files[path]?.integrity ?? '' });
  const [entry, ...others] = shell.entry.scripts;
  if (!entry) throw new Error('the release of the shell has no entry script');
  const server = await loadServerModule(root, shell);
  const integrity = integrityMap(shell, manifests);
  const scripts = Object.fromEntries(Object.entries(integrity).filter(([url]) => url.endsWith('.js')));
  return {
    name: String(registry.serial),
    boot,
    bootJson: scriptJson(boot),
    drafts,
    importMap: scriptJson({ integrity: scripts }),
    integrity,
    scripts: Object.keys(scripts),
    css: await readCss(root, shell),
    fonts: shell.fonts.map(link),
    serviceWorker: await readServiceWorker(root, shell),
    installManifest: Object.hasOwn(shell.files, INSTALL_MANIFEST) ? base + INSTALL_MANIFEST : undefined,
    shell,
    entry: link(entry),
    shellPreloads: others.map(link),
    federationPreloads: shell.federation.scripts.map(link),
    pagePreloads: new Map(Object.entries(shell.pages ?? {}).map(([path, page]) => [path, page.scripts.map(link)])),
    server,
    socialImage: base + server.socialImage.file,
    shellPaths: new Set(shell.paths),
    ownFiles: new Map(
      Object.keys(shell.files).flatMap((path) =>
        /^images\/|^resume\.pdf$/.test(path) ? [[`/${path}`, base + path] as const] : [],
      ),
    ),
    gone: gonePages(registry),
    localOrigins: [],
    damaged,
  };
}

/** Files that the matched page's remote needs; undefined for a page of the shell. */
export function remoteLinks(snapshot: SiteSnapshot, path: string): { scripts: LinkedFile[]; styles: LinkedFile[] } | undefined {
  for (const remote of snapshot.boot.remotes) {
    const route = routeAt(remote.routes, path);
    if (!route) continue;
    const link = (file: string): LinkedFile => ({
      url: remote.base + file,
      integrity: snapshot.integrity[remote.base + file] ?? '',
    });
    return {
      scripts: [...remote.shared.scripts, ...route.preload.scripts].map(link),
      styles: [...remote.shared.styles, ...route.preload.styles].map(link),
    };
  }
  return undefined;
}
