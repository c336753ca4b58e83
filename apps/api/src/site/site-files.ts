import { isPattern, type SiteTextFile } from '@site/contracts';
import { escapeHtml } from '../http/escape-html.ts';
import type { SiteSnapshot } from './site-snapshot.ts';

/** Every page that may be found, of the shell and of what is live of the remotes. */
function sitemap({ server, boot }: SiteSnapshot, origin: string): string {
  const own = server.shellPages.filter(({ indexable }) => indexable);
  const others = boot.remotes.flatMap(({ routes }) =>
    routes.filter(({ path, indexable, beingBuilt }) => indexable && !beingBuilt && !isPattern(path)),
  );
  const entries = [...own, ...others].map(({ path }) => `  <url><loc>${escapeHtml(origin + path)}</loc></url>`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...entries,
    '</urlset>',
    '',
  ].join('\n');
}

/** Pages that must not be listed say so themselves, and can do so only to those who may read them: they stand not here. */
const robots = (origin: string): string => `User-agent: *\nDisallow: /api/\n\nSitemap: ${origin}/sitemap.xml\n`;

/** The small files at the site's root: two that the registry decides, the others in the owner's words. */
export function siteFile(snapshot: SiteSnapshot, origin: string, path: string): SiteTextFile | undefined {
  if (path === '/sitemap.xml') return { type: 'application/xml', text: sitemap(snapshot, origin) };
  if (path === '/robots.txt') return { type: 'text/plain', text: robots(origin) };
  return Object.hasOwn(snapshot.server.textFiles, path) ? snapshot.server.textFiles[path] : undefined;
}
