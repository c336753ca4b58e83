import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  parseRemoteContract,
  type Preload,
  type ProjectCard,
  type ReleaseManifest,
  type RemoteRelease,
  type ShellRelease,
  type ShellServerModule,
} from '@site/contracts';
import { beyond, containerClosure, staticClosure, type ViteManifest } from './closure.ts';
import { collectFiles, compressFiles, SHELL_DEVELOPMENT, type CollectedFile, type KnownForms } from './collect-files.ts';
import { ReleaseError } from './errors.ts';
import { integrityOf } from './integrity.ts';
import { formsIn } from './known-forms.ts';
import { collectSourceMaps } from './source-maps.ts';

/** A build, read and described, not yet published. */
export interface BuildOutput {
  readonly manifest: ReleaseManifest;
  readonly files: readonly CollectedFile[];
  /** Files of the release that are never served, by path. */
  readonly privateFiles: Readonly<Record<string, string>>;
  /** The manifest as it was signed, if it came over the network: other versions may write its fields in a different order. */
  readonly manifestText?: string;
  /** Signed statement that vouches for the release. */
  readonly statement?: string;
}

/** The text of `release.json`, whose hash the registry vouches for. */
export const manifestTextOf = ({ manifest, manifestText }: BuildOutput): string =>
  manifestText ?? JSON.stringify(manifest, null, 1);

async function readJson<T>(path: string): Promise<T> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as T;
  } catch (cause) {
    throw new ReleaseError('RELEASE_REFUSED', `cannot read ${path} (${(cause as Error).message}); build the app first`);
  }
}

function describeFiles(files: readonly CollectedFile[]): ReleaseManifest['files'] {
  return Object.fromEntries(
    files.map(({ path, content, brotli, integrity }) => [
      path,
      { bytes: content.length, compressedBytes: brotli?.length ?? content.length, integrity },
    ]),
  );
}

/** The name depends on version and content, not on compressed sizes, which change with the compressor. */
function releaseId(version: string, content: unknown): string {
  const text = JSON.stringify(content, (key, value: unknown) => (key === 'compressedBytes' ? undefined : value));
  return `${version}-${createHash('sha256').update(text).digest('hex').slice(0, 12)}`;
}

/** Compressed forms of files of a release, by its name. */
export type FormsOf = (release: string) => KnownForms;

const noForms: FormsOf = () => () => Promise.resolve(undefined);

/** The part of a shell's build that visitors may request from. */
const clientOf = (dist: string): string => join(dist, 'client');

const remoteFiles = (dist: string): Promise<CollectedFile[]> =>
  collectFiles(dist, (path) => !path.startsWith('.vite/') && path !== 'remote.json' && !path.endsWith('.map'));

const shellFiles = (dist: string): Promise<CollectedFile[]> =>
  collectFiles(clientOf(dist), (path) => !path.includes('.vite/') && !path.endsWith('.map'));

/**
 * Compresses the files of a manifest, whose name does not depend on that, and adds the sizes.
 * @param folder where the files are, with their forms if the build was packed
 */
async function withForms<Manifest extends ReleaseManifest>(
  manifest: Manifest,
  folder: string,
  plain: readonly CollectedFile[],
  known: FormsOf,
) {
  const files = await compressFiles(plain, [known(manifest.release), formsIn(folder)]);
  return { files, manifest: { ...manifest, files: describeFiles(files) } };
}

/** Writes the compressed forms of a build beside its files: what is released from this folder is not compressed again. */
export async function writeForms(dist: string): Promise<void> {
  const isShell = existsSync(join(dist, 'shell.json'));
  const [folder, plain] = isShell ? [clientOf(dist), await shellFiles(dist)] : [dist, await remoteFiles(dist)];
  for (const { path, brotli, gzip } of await compressFiles(plain, [formsIn(folder)])) {
    if (brotli) await writeFile(join(folder, `${path}.br`), brotli);
    if (gzip) await writeFile(join(folder, `${path}.gz`), gzip);
  }
}

export async function readRemoteBuild(app: string, version: string, dist: string, known = noForms): Promise<BuildOutput> {
  const facts = await readJson<{ kit?: string; container: string; contract: unknown }>(join(dist, 'remote.json'));
  const { kit, container } = facts;
  const contract = parseRemoteContract(facts.contract, `${app}/remote.contract.ts`);
  if (contract.name !== app) throw new ReleaseError('RELEASE_REFUSED', `${app}/remote.contract.ts calls itself ${contract.name}`);
  const vite = await readJson<ViteManifest>(join(dist, '.vite', 'manifest.json'));
  const files = await remoteFiles(dist);
  const shared = containerClosure(vite, 'remoteEntry.js', 'src/routes.ts');
  const pages: RemoteRelease['pages'] = {};
  const alive: NonNullable<RemoteRelease['alive']> = {};
  for (const { path, page, alive: drawing } of contract.routes) {
    pages[path] = beyond(staticClosure(vite, [page]), shared);
    if (drawing !== undefined) alive[path] = beyond(staticClosure(vite, [drawing]), shared);
  }
  const drafts: ProjectCard[] = contract.cards.filter((card) => card.list === 'drafts');
  const description = {
    schema: 1 as const,
    kind: 'remote' as const,
    app,
    files: describeFiles(files),
    ...(kit !== undefined && { kit }),
    entry: 'remoteEntry.js',
    container,
    contract: { ...contract, cards: contract.cards.filter((card) => card.list !== 'drafts') },
    shared,
    pages,
    ...(Object.keys(alive).length > 0 && { alive }),
  };
  const manifest: RemoteRelease = { ...description, release: releaseId(version, [description, drafts]) };
  const maps = await collectSourceMaps(dist, files, dirname(dist));
  return {
    ...(await withForms(manifest, dist, files, known)),
    privateFiles: { 'private.json': JSON.stringify({ drafts }), ...maps },
  };
}

interface ShellBuildFacts {
  readonly provides: Record<string, string>;
  readonly kits?: string;
  readonly fonts: string[];
  /** The module that is fetched when a page is opened, by path. */
  readonly pages: Record<string, string>;
}

/** The shell's files that every page needs. All styles are in one file, which Vite's manifest lists beside the entry, not in it. */
function shellEntry(vite: ViteManifest, key: string): Preload {
  return { scripts: staticClosure(vite, [key]).scripts, styles: staticClosure(vite, ['style.css']).scripts };
}

/** The entry of the build in `development/`; undefined if the shell was built without it. */
async function developmentEntry(client: string): Promise<Pick<ShellRelease, 'development'>> {
  const path = join(client, SHELL_DEVELOPMENT, '.vite', 'manifest.json');
  if (!existsSync(path)) return {};
  const { scripts, styles } = shellEntry(await readJson<ViteManifest>(path), 'src/development/main.tsx');
  const inFolder = (file: string): string => SHELL_DEVELOPMENT + file;
  return { development: { scripts: scripts.map(inFolder), styles: styles.map(inFolder) } };
}

export async function readShellBuild(version: string, dist: string, known = noForms): Promise<BuildOutput> {
  const facts = await readJson<ShellBuildFacts>(join(dist, 'shell.json'));
  const client = clientOf(dist);
  const vite = await readJson<ViteManifest>(join(client, '.vite', 'manifest.json'));
  const files = await shellFiles(dist);
  const serverPath = join(dist, 'server', 'entry-server.js');
  const serverText = await readFile(serverPath, 'utf8');
  const server = (await import(pathToFileURL(serverPath).href)) as ShellServerModule;
  const entry = shellEntry(vite, 'src/main.tsx');
  const description = {
    schema: 1 as const,
    kind: 'shell' as const,
    app: 'shell',
    files: describeFiles(files),
    entry,
    federation: beyond(staticClosure(vite, ['src/federation/federation-runtime.ts', 'src/federation/remote-pages.tsx']), entry),
    pages: Object.fromEntries(
      Object.entries(facts.pages).map(([path, source]) => [path, beyond(staticClosure(vite, [source]), entry)]),
    ),
    serverModule: 'server/entry-server.mjs',
    serverIntegrity: integrityOf(serverText),
    provides: facts.provides,
    ...(facts.kits !== undefined && { kits: facts.kits }),
    paths: server.shellPages.map((page) => page.path),
    fonts: facts.fonts,
    ...(await developmentEntry(client)),
  };
  const manifest: ShellRelease = { ...description, release: releaseId(version, description) };
  const maps = await collectSourceMaps(client, files, dirname(dist));
  return {
    ...(await withForms(manifest, client, files, known)),
    privateFiles: { 'server/entry-server.mjs': serverText, ...maps },
  };
}
