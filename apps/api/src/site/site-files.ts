import { isPattern, SERVICE_WORKER, type SiteTextFile } from '@site/contracts';
import type { Config } from '../config/config.ts';
import { escapeHtml } from '../http/escape-html.ts';
import { SELF_DESTROYING_WORKER, WORKER_POLICY } from './offline-index.ts';
import type { SiteSnapshot } from './site-snapshot.ts';

/** Every indexable page of the shell and of the live remotes. */
function sitemap({ server, boot }: SiteSnapshot, origin: string): string {
  const own = server.shellPages.filter(({ indexable }) => indexable);
  const others = boot.remotes.flatMap(({ routes }) => routes.filter(({ path, indexable }) => indexable && !isPattern(path)));
  const entries = [...own, ...others].map(({ path }) => `  <url><loc>${escapeHtml(origin + path)}</loc></url>`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...entries,
    '</urlset>',
    '',
  ].join('\n');
}

/**
 * Pages that must not be indexed say so themselves, which crawlers can only see if they may fetch them: so they are not disallowed here.
 * Sites that show the preview of a link check here whether they may fetch its picture.
 */
const robots = (origin: string): string =>
  `User-agent: *\nDisallow: /api/\nAllow: /api/price-picture.png\n\nSitemap: ${origin}/sitemap.xml\n`;

/** The small files at the site's root: some derived from the registry, the others from the owner's content. */
export function siteFile(
  snapshot: SiteSnapshot,
  { publicOrigin: origin, keepsOffline }: Pick<Config, 'publicOrigin' | 'keepsOffline'>,
  path: string,
): SiteTextFile | undefined {
  if (path === SERVICE_WORKER) {
    const text = (keepsOffline ? snapshot.serviceWorker : undefined) ?? SELF_DESTROYING_WORKER;
    return { type: 'text/javascript', text, policy: WORKER_POLICY };
  }
  if (path === '/sitemap.xml') return { type: 'application/xml', text: sitemap(snapshot, origin) };
  if (path === '/robots.txt') return { type: 'text/plain', text: robots(origin) };
  return Object.hasOwn(snapshot.server.textFiles, path) ? snapshot.server.textFiles[path] : undefined;
}
