import { cp, mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseVerifyingKey, readRegistry, readRelease, releasePaths } from '@site/releases';
import type { Config } from '../config/config.ts';
import { SiteService, type SitePage } from './site.service.ts';

export interface ExportedSite {
  readonly pages: number;
  readonly files: number;
}

/** A policy in the document itself, for hosts that send no headers of ours; who may frame a page cannot be said there. */
function withPolicy({ plain, headers }: SitePage): string {
  const policy = (headers['Content-Security-Policy'] ?? '').replace(/; frame-ancestors [^;]+/, '');
  const meta = `<meta http-equiv="Content-Security-Policy" content="${policy}">`;
  return plain.toString('utf8').replace('<meta charset="utf-8">', (charset) => charset + meta);
}

/** Headers in the form that several plain file hosts read. Names of sets change with each registry, and belong to a server. */
function headersFile(page: SitePage): string {
  const of = (path: string, headers: Readonly<Record<string, string>>): string =>
    [path, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`)].join('\n');
  const { 'Content-Security-Policy': _policy, 'X-Release-Set': _set, ...headers } = page.headers;
  return `${of('/*', headers)}\n\n${of('/r/*', { 'Cache-Control': 'public, max-age=31536000, immutable' })}\n`;
}

async function put(folder: string, path: string, text: string): Promise<void> {
  const target = join(folder, path);
  await mkdir(dirname(target), { recursive: true });
  await writeFile(target, text);
}

/** Copies what may be asked for of each release that the documents name, under both addresses; nothing that is the server's. */
async function copyReleases({ releasesDir, releaseSigningKey }: Config, folder: string): Promise<number> {
  const { apps } = await readRegistry(releasesDir, parseVerifyingKey(releaseSigningKey));
  let files = 0;
  for (const [app, { stable, previous }] of Object.entries(apps)) {
    for (const pointer of [stable, ...(previous ? [previous] : [])]) {
      const manifest = await readRelease(releasesDir, app, pointer);
      for (const path of Object.keys(manifest.files)) {
        for (const address of app === 'shell' ? [pointer.release] : [pointer.release, `${pointer.release}~1`]) {
          await cp(join(releasePaths.release(releasesDir, app, pointer.release), path), join(folder, 'r', app, address, path));
          files += 1;
        }
      }
    }
  }
  return files;
}

/**
 * Writes the site as it is live into a folder that any file host can serve: every page's document, the releases, the small files at
 * the root. What asks the API shows its failed state there.
 * @throws Error when the folder has something in it, or a release cannot be read
 */
export async function exportSite(config: Config, folder: string): Promise<ExportedSite> {
  await mkdir(folder, { recursive: true });
  if ((await readdir(folder)).length > 0) throw new Error(`${folder} is not empty; name a new folder`);
  const site = new SiteService(config, { has: () => false });
  const { pages, texts, pictures } = await site.everything();
  for (const path of pages) await put(folder, join(path, 'index.html'), withPolicy(await site.page(path, null)));
  const missing = await site.page('/404', null);
  await put(folder, '404.html', withPolicy(missing));
  await put(folder, '_headers', headersFile(missing));
  for (const path of texts) await put(folder, path, (await site.file(path))?.text ?? '');
  const files = await copyReleases(config, folder);
  for (const [path, address] of pictures) await cp(join(folder, address), join(folder, path));
  return { pages: pages.length, files };
}
