import { createHash } from 'node:crypto';
import { OFFLINE_PAGE, type OfflineIndex } from '@site/contracts';
import { integrityOf } from '@site/releases';
import { remoteLinks, type SiteSnapshot } from './site-snapshot.ts';

/** Sent instead of the shell's service worker where pages must not be kept: it deletes kept pages, and unregisters itself. */
export const SELF_DESTROYING_WORKER = `addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => {
  const leave = async () => {
    for (const name of await caches.keys()) if (name.startsWith('offline')) await caches.delete(name);
    await registration.unregister();
  };
  event.waitUntil(leave());
});
`;

/** The worker's script has its own policy, which allows only what the worker needs. */
export const WORKER_POLICY = "default-src 'none'; connect-src 'self'";

/**
 * Lists which files of a snapshot browsers may keep (decision 0101).
 * @param documentOf the document of a page
 */
export async function offlineIndex(snapshot: SiteSnapshot, documentOf: (path: string) => Promise<Buffer>): Promise<OfflineIndex> {
  const { boot, entry, shellPreloads, federationPreloads, pagePreloads, fonts } = snapshot;
  const pages: Record<string, string[]> = {};
  const files: Record<string, string> = {};
  const kept = boot.remotes.flatMap(({ routes }) => routes.filter(({ offline }) => offline).map(({ path }) => path));
  if (snapshot.shellPaths.has(OFFLINE_PAGE)) kept.push(OFFLINE_PAGE);
  for (const path of kept) {
    const remote = remoteLinks(snapshot, path);
    const own = remote ? [...federationPreloads, ...remote.scripts, ...remote.styles] : (pagePreloads.get(path) ?? []);
    files[path] = integrityOf(await documentOf(path));
    for (const { url, integrity } of [entry, ...shellPreloads, ...own, ...fonts]) files[url] = integrity;
    pages[path] = [path, ...[entry, ...shellPreloads, ...own, ...fonts].map(({ url }) => url)];
  }
  const hash = createHash('sha256')
    .update(JSON.stringify([pages, files]))
    .digest('hex')
    .slice(0, 16);
  return { serial: boot.serial, set: `${boot.serial}-${hash}`, pages, files };
}
