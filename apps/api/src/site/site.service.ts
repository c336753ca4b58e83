import { Inject, Injectable } from '@nestjs/common';
import { isPattern, routeAt, type ProjectCard, type SiteTextFile } from '@site/contracts';
import type { Override } from '@site/releases';
import { Config } from '../config/config.ts';
import { KnownAddresses } from './known-addresses.ts';
import { LiveRegistry } from './live-registry.ts';
import type { ReleaseSet } from './release-set.ts';
import { renderPage, type SitePage } from './render-page.ts';
import { siteFile } from './site-files.ts';
import type { SiteSnapshot } from './site-snapshot.ts';
import { VisitorReleases } from './visitor-releases.ts';

/** The page of an address: its path, or the pattern that it matches. */
const pageAt = ({ shellPaths, boot }: SiteSnapshot, path: string): string | undefined =>
  shellPaths.has(path)
    ? path
    : routeAt(
        boot.remotes.flatMap((remote) => remote.routes),
        path,
      )?.path;

/** The path, or the pattern, that a retired remote had for an address. */
const goneAt = ({ gone }: SiteSnapshot, path: string): string | undefined =>
  routeAt(
    [...gone.keys()].map((one) => ({ path: one })),
    path,
  )?.path;

/** What a visitor is answered: pages, each rendered once for a set of releases, and what else stands at the site's root. */
@Injectable()
export class SiteService {
  constructor(
    @Inject(Config) private readonly config: Pick<Config, 'publicOrigin'>,
    @Inject(LiveRegistry) private readonly live: Pick<LiveRegistry, 'current'>,
    @Inject(VisitorReleases) private readonly releases: Pick<VisitorReleases, 'of'>,
    @Inject(KnownAddresses) private readonly known: Pick<KnownAddresses, 'has'>,
  ) {}

  /**
   * @param bucket the visitor's, or null for the stable releases
   * @param overrides releases that take the place of the stable ones, for this visitor
   * @throws Error when nothing usable was ever released
   */
  async page(path: string, bucket: number | null, overrides: readonly Override[] = []): Promise<SitePage> {
    const set = await this.releases.of(bucket, overrides);
    const { snapshot, pages } = set;
    // A pattern is the name of a document and no address.
    const cached = isPattern(path) ? undefined : pages.get(path);
    if (cached) return cached;
    const page = pageAt(snapshot, path);
    const isKnown = page === undefined || !isPattern(page) || (await this.known.has(page, path));
    const isGone = page === undefined && goneAt(snapshot, path) !== undefined;
    const status = page !== undefined && isKnown ? 200 : isGone ? 410 : 404;
    // Unknown paths share one answer, those of retired remotes another, and so do all that match one pattern: they cannot fill the memory.
    const key = [...(status === 200 ? [] : [status]), ...(page === undefined ? [] : [page])].join(' ');
    const rendering = pages.get(key) ?? this.render(set, page ?? '/404', status);
    pages.set(key, rendering);
    rendering.catch(() => pages.delete(key));
    return rendering;
  }

  /** The page that has taken the place of one whose remote is retired; undefined: none, or the page is there. */
  async successor(path: string, bucket: number | null, overrides: readonly Override[]): Promise<string | undefined> {
    const { snapshot } = await this.releases.of(bucket, overrides);
    if (pageAt(snapshot, path) !== undefined) return undefined;
    const target = snapshot.gone.get(goneAt(snapshot, path) ?? '');
    return target && pageAt(snapshot, target) !== undefined ? target : undefined;
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

  /** Paths of every page but those with parameters, of the small files at the root, and the owner's pictures with their addresses. */
  async everything(): Promise<{ pages: string[]; texts: string[]; pictures: ReadonlyMap<string, string> }> {
    const { snapshot } = (await this.live.current()).stable;
    const pages = [
      ...snapshot.shellPaths,
      ...snapshot.boot.remotes.flatMap(({ routes }) => routes.map(({ path }) => path)),
    ].filter((path) => !isPattern(path));
    const texts = ['/sitemap.xml', '/robots.txt', ...Object.keys(snapshot.server.textFiles)];
    return { pages, texts, pictures: snapshot.ownPictures };
  }

  private async render({ snapshot, ready }: ReleaseSet, path: string, status: 200 | 404 | 410): Promise<SitePage> {
    const page = await renderPage(snapshot, path, status, this.config.publicOrigin);
    if (status === 200 && !isPattern(path)) ready.set(path, page);
    return page;
  }
}
