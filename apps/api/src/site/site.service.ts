import { Inject, Injectable } from '@nestjs/common';
import type { ProjectCard, SiteTextFile } from '@site/contracts';
import type { Override } from '@site/releases';
import { Config } from '../config/config.ts';
import { LiveRegistry } from './live-registry.ts';
import { renderPage, type SitePage } from './render-page.ts';
import { siteFile } from './site-files.ts';
import type { SiteSnapshot } from './site-snapshot.ts';
import { VisitorReleases } from './visitor-releases.ts';

const hasPage = ({ shellPaths, boot }: SiteSnapshot, path: string): boolean =>
  shellPaths.has(path) || boot.remotes.some((remote) => remote.routes.some((route) => route.path === path));

/** What a visitor is answered: pages, each rendered once for a set of releases, and what else stands at the site's root. */
@Injectable()
export class SiteService {
  constructor(
    @Inject(Config) private readonly config: Pick<Config, 'publicOrigin'>,
    @Inject(LiveRegistry) private readonly live: Pick<LiveRegistry, 'current'>,
    private readonly releases: VisitorReleases,
  ) {}

  /**
   * @param bucket the visitor's, or null for the stable releases
   * @param overrides releases that take the place of the stable ones, for this visitor
   * @throws Error when nothing usable was ever released
   */
  async page(path: string, bucket: number | null, overrides: readonly Override[] = []): Promise<SitePage> {
    const { snapshot, pages } = await this.releases.of(bucket, overrides);
    const cached = pages.get(path);
    if (cached) return cached;
    const known = hasPage(snapshot, path);
    const isGone = !known && snapshot.gone.has(path);
    // All unknown paths share one answer, so that they cannot fill the memory; so do those that are gone.
    const key = known ? path : isGone ? '410' : '404';
    const rendering = pages.get(key) ?? this.render(snapshot, known ? path : '/404', isGone);
    pages.set(key, rendering);
    rendering.catch(() => pages.delete(key));
    return rendering;
  }

  private async render(snapshot: SiteSnapshot, path: string, isGone: boolean): Promise<SitePage> {
    const page = await renderPage(snapshot, path, this.config.publicOrigin);
    return isGone ? { ...page, status: 410 } : page;
  }

  /** The page that has taken the place of one whose remote is retired; undefined: none, or the page is there. */
  async successor(path: string, bucket: number | null, overrides: readonly Override[]): Promise<string | undefined> {
    const { snapshot } = await this.releases.of(bucket, overrides);
    const target = hasPage(snapshot, path) ? null : snapshot.gone.get(path);
    return target && hasPage(snapshot, target) ? target : undefined;
  }

  /** A small file at the site's root, such as the list of pages for search engines. */
  async file(path: string): Promise<SiteTextFile | undefined> {
    return siteFile((await this.live.current()).stable.snapshot, this.config.publicOrigin, path);
  }

  /** The address of a picture that the owner's content names: it comes with the release of the shell that shows it. */
  async ownPicture(path: string, bucket: number | null, overrides: readonly Override[]): Promise<string | undefined> {
    return (await this.releases.of(bucket, overrides)).snapshot.ownPictures.get(path);
  }

  /** Cards of the drafts list, all remotes together, in order. No document and no bundle holds them. */
  async drafts(bucket: number | null, overrides: readonly Override[]): Promise<readonly ProjectCard[]> {
    return (await this.releases.of(bucket, overrides)).snapshot.drafts;
  }

  /** Paths of every page, of the small files at the root, and the owner's pictures with their addresses. */
  async everything(): Promise<{ pages: string[]; texts: string[]; pictures: ReadonlyMap<string, string> }> {
    const { snapshot } = (await this.live.current()).stable;
    const pages = [...snapshot.shellPaths, ...snapshot.boot.remotes.flatMap(({ routes }) => routes.map(({ path }) => path))];
    const texts = ['/sitemap.xml', '/robots.txt', ...Object.keys(snapshot.server.textFiles)];
    return { pages, texts, pictures: snapshot.ownPictures };
  }
}
