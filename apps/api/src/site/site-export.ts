import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { RELEASE_SET_HEADER, type ReleasePointer } from '@site/contracts';
import { integrityOf, parseVerifyingKey, readRegistry, readRelease, releasePaths } from '@site/releases';
import { Config } from '../config/config.ts';
import { LiveRegistry } from './live-registry.ts';
import type { SitePage } from './render-page.ts';
import { SiteService } from './site.service.ts';
import { VisitorReleases } from './visitor-releases.ts';

export interface ExportedSite {
  readonly pages: number;
  readonly files: number;
  /** Damaged previous releases that were left out: without them, nothing can take over. */
  readonly skipped: readonly string[];
}

type Headers = Readonly<Record<string, string>>;

/** A policy in the document itself, for hosts that do not send our headers; it cannot restrict who may frame a page. */
function withPolicy({ plain, headers }: SitePage): string {
  const policies = (headers.folders['Content-Security-Policy'] ?? '').split(', ');
  const meta = policies
    .map((policy) => policy.replace(/; frame-ancestors [^;]+/, ''))
    .map((policy) => `<meta http-equiv="Content-Security-Policy" content="${policy}">`)
    .join('');
  return plain.toString('utf8').replace('<meta charset="utf-8">', (charset) => charset + meta);
}

/**
 * Headers in the format that several static hosts read. If two rules match an address, such hosts send both values, and both
 * policies apply: headers that differ between pages are therefore in rules that do not overlap, one for each first segment of an
 * address.
 * @throws Error if pages with the same first segment need different ones
 */
function headersFile(pages: ReadonlyMap<string, SitePage>, files: Headers): string {
  const all = [...pages].map(([path, page]): [string, Headers] => {
    // Names of sets change with each registry, and only make sense on a server.
    // A static host sends every browser the same headers, so they use the restriction that works in all of them.
    const { [RELEASE_SET_HEADER]: _set, ...headers } = page.headers.folders;
    return [path, headers];
  });
  const [[, first]] = all as [[string, Headers]];
  const isCommon = (name: string): boolean => all.every(([, headers]) => headers[name] === first[name]);
  const pick = (headers: Headers, isWanted: (name: string) => boolean): Headers =>
    Object.fromEntries(Object.entries(headers).filter(([name]) => isWanted(name)));
  const rules = new Map<string, Headers>([['/*', pick(first, isCommon)]]);
  const add = (rule: string, headers: Headers): void => {
    const known = rules.get(rule) ?? headers;
    const name = Object.keys({ ...known, ...headers }).find((candidate) => known[candidate] !== headers[candidate]);
    if (name) throw new Error(`_headers cannot have two values for ${rule}: pages below it differ in ${name}`);
    rules.set(rule, headers);
  };
  for (const [path, headers] of all) {
    const [, part = ''] = path.split('/');
    const own = pick(headers, (name) => !isCommon(name));
    // The page of that name, and everything below it.
    for (const rule of part === '' ? ['/'] : path === `/${part}` ? [path, `/${part}/*`] : [`/${part}/*`]) add(rule, own);
  }
  // As on the server, only this site's own pages may load these resources.
  const own = { 'Cross-Origin-Resource-Policy': 'same-origin' };
  add('/images/*', own);
  add('/r/*', { ...files, ...own });
  return [...rules]
    .filter(([, headers]) => Object.keys(headers).length > 0)
    .map(([path, headers]) => [path, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`), ''].join('\n'))
    .join('\n');
}

async function put(folder: string, path: string, content: string | Buffer): Promise<void> {
  const target = join(folder, path);
  await mkdir(dirname(target), { recursive: true });
  await writeFile(target, content);
}

/** The public files of one release. @throws Error if a file is gone or differs from what was released */
async function filesOf(root: string, app: string, pointer: ReleasePointer): Promise<Map<string, Buffer>> {
  const manifest = await readRelease(root, app, pointer);
  const files = new Map<string, Buffer>();
  for (const [path, { integrity }] of Object.entries(manifest.files)) {
    const content = await readFile(join(releasePaths.release(root, app, pointer.release), path));
    if (integrityOf(content) !== integrity) throw new Error(`${path} of ${app} ${pointer.release} is not what was released`);
    files.set(path, content);
  }
  return files;
}

/** Copies each release that the documents refer to, under both addresses, without server-only files. */
async function copyReleases(
  { releasesDir, releaseSigningKey }: Config,
  folder: string,
): Promise<Pick<ExportedSite, 'files' | 'skipped'>> {
  const { apps } = await readRegistry(releasesDir, parseVerifyingKey(releaseSigningKey));
  const skipped: string[] = [];
  let written = 0;
  const copy = async (app: string, { release }: ReleasePointer, files: ReadonlyMap<string, Buffer>): Promise<void> => {
    for (const [path, content] of files)
      for (const address of app === 'shell' ? [release] : [release, `${release}~1`]) {
        await put(folder, join('r', app, address, path), content);
        written += 1;
      }
  };
  for (const [app, { stable, previous }] of Object.entries(apps)) {
    await copy(app, stable, await filesOf(releasesDir, app, stable));
    if (previous === null) continue;
    // It is only needed if the live one fails, so its damage is no reason to abort the export.
    const files = await filesOf(releasesDir, app, previous).catch(() => null);
    if (files) await copy(app, previous, files);
    else skipped.push(`${app} ${previous.release}`);
  }
  return { files: written, skipped };
}

/** Runs work on a store whose registry stays fixed, whatever is released in the meantime. */
async function withFrozenStore<T>(config: Config, work: (config: Config) => Promise<T>): Promise<T> {
  // Throws if the registry is invalid.
  await readRegistry(config.releasesDir, parseVerifyingKey(config.releaseSigningKey));
  const frozen = await mkdtemp(join(tmpdir(), 'site-export-'));
  try {
    await mkdir(releasePaths.registryFolder(frozen), { recursive: true });
    await copyFile(releasePaths.registryCurrent(config.releasesDir), releasePaths.registryCurrent(frozen));
    await symlink(resolve(config.releasesDir, 'r'), join(frozen, 'r'), 'junction');
    return await work(new Config({ ...config, releasesDir: frozen, releaseStore: 'folder' }));
  } finally {
    await rm(frozen, { recursive: true, force: true });
  }
}

/**
 * Writes the live site into a folder that any static host can serve: every page's document, the releases, and the small files at the root.
 * Parts that need the API show their failed state there.
 * @throws Error if the folder is not empty, or a live release cannot be read
 */
export async function exportSite(config: Config, folder: string): Promise<ExportedSite> {
  await mkdir(folder, { recursive: true });
  if ((await readdir(folder)).length > 0) throw new Error(`${folder} is not empty; specify a new folder`);
  // Without a server that names the set of a document, a browser would not learn that what it has kept has been withdrawn.
  return withFrozenStore(new Config({ ...config, keepsOffline: false }), async (frozen) => {
    const registry = new LiveRegistry(frozen);
    const site = new SiteService(frozen, registry, new VisitorReleases(frozen, registry, { has: () => false }), {
      factOf: () => Promise.resolve(true),
      // A static host has no API, and so no feed, no pictures of charts, and no figures for this week.
      feedOf: () => undefined,
      pictureOf: () => undefined,
      hasLead: () => false,
      leadOf: async () => undefined,
    });
    const { pages, texts, pictures } = await site.everything();
    const documents = new Map<string, SitePage>();
    for (const path of pages) documents.set(path, await site.page(path, null));
    for (const [path, document] of documents) await put(folder, join(path, 'index.html'), withPolicy(document));
    await put(folder, '404.html', withPolicy(await site.page('/404', null)));
    await put(folder, '_headers', headersFile(documents, { 'Cache-Control': 'public, max-age=31536000, immutable' }));
    for (const path of texts) await put(folder, path, (await site.file(path))?.text ?? '');
    const { files, skipped } = await copyReleases(frozen, folder);
    for (const [path, address] of pictures) await put(folder, path, await readFile(join(folder, address)));
    return { pages: pages.length, files, skipped };
  });
}
