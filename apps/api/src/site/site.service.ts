import { Inject, Injectable } from '@nestjs/common';
import {
  isPattern,
  OFFLINE_INDEX,
  routeAt,
  SERVICE_WORKER,
  type PageLead,
  type ProjectCard,
  type SiteTextFile,
} from '@site/contracts';
import type { Override } from '@site/releases';
import { Config } from '../config/config.ts';
import { keepRecent } from '../http/keep-recent.ts';
import { WorkQueue } from '../http/work-queue.ts';
import { KnownAddresses, type OwnFacts } from './known-addresses.ts';
import { LiveRegistry } from './live-registry.ts';
import { offlineIndex } from './offline-index.ts';
import { previewImage } from './preview-image.ts';
import type { ReleaseSet } from './release-set.ts';
import { renderPage, withFacts, type SitePage } from './render-page.ts';
import { siteFile } from './site-files.ts';
import type { SiteSnapshot } from './site-snapshot.ts';
import { VisitorReleases } from './visitor-releases.ts';

/** How many documents of addresses with their own title or picture are kept: about 100 kB each. */
const MAX_SPECIAL = 100;
/** The current lead of each page that has one, and a few that visitors saw a moment ago. */
const MAX_LEADS = 10;
/** Each takes two of the four threads that compress, read files and query SQLite. */
const MAX_MAKING = 1;
/** A tenth of a second of work. */
const MAX_WAITING = 50;

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

/** The responses to visitors: pages, each rendered once for a set of releases, and the other files at the site's root. */
@Injectable()
export class SiteService {
  private readonly making = new WorkQueue(MAX_MAKING, MAX_WAITING);

  constructor(
    @Inject(Config) private readonly config: Pick<Config, 'publicOrigin' | 'keepsOffline'>,
    @Inject(LiveRegistry) private readonly live: Pick<LiveRegistry, 'current'>,
    @Inject(VisitorReleases) private readonly releases: Pick<VisitorReleases, 'of'>,
    @Inject(KnownAddresses)
    private readonly known: Pick<KnownAddresses, 'factOf' | 'feedOf' | 'pictureOf' | 'hasLead' | 'leadOf'>,
  ) {}

  /**
   * @param bucket the visitor's, or null for the stable releases
   * @param overrides releases that replace the stable ones for this visitor
   * @param query of the address
   * @throws Error if nothing usable was ever released
   */
  async page(path: string, bucket: number | null, overrides: readonly Override[] = [], query = ''): Promise<SitePage> {
    const set = await this.releases.of(bucket, overrides);
    const page = await this.pageOf(set, path, await this.known.leadOf(path, query));
    const [plain, picture] = [this.known.pictureOf(path, ''), this.known.pictureOf(path, query)];
    if (page.status !== 200 || plain?.url === picture?.url) return page;
    const image = picture ?? previewImage(set.snapshot, path);
    return this.special(set, `${path} ${page.etag} ${image.url}`, page, { image });
  }

  private async pageOf(set: ReleaseSet, path: string, lead: PageLead | undefined): Promise<SitePage> {
    const { snapshot, pages } = set;
    if (lead && pageAt(snapshot, path) === path) return this.withLead(set, path, lead);
    // A pattern is the name of a document, not an address.
    const cached = isPattern(path) ? undefined : pages.get(path);
    if (cached) return cached;
    const page = pageAt(snapshot, path);
    const fact = page === undefined || !isPattern(page) || (await this.known.factOf(page, path));
    const isGone = page === undefined && goneAt(snapshot, path) !== undefined;
    const status = page !== undefined && fact !== false ? 200 : isGone ? 410 : 404;
    // Unknown paths share one response, as do those of retired remotes, and those that match one pattern: they cannot fill memory.
    const key = [...(status === 200 ? [] : [status]), ...(page === undefined ? [] : [page])].join(' ');
    const rendering = pages.get(key) ?? this.render(set, page ?? '/404', status);
    pages.set(key, rendering);
    rendering.catch(() => pages.delete(key));
    if (typeof fact !== 'object') return rendering;
    return this.special(set, `${path} ${JSON.stringify(fact)}`, await rendering, fact, path);
  }

  private withLead({ snapshot, leads }: ReleaseSet, path: string, lead: PageLead): Promise<SitePage> {
    const key = `${path} ${JSON.stringify(lead)}`;
    const known = leads.get(key);
    const rendering = known ?? renderPage(snapshot, path, 200, this.config.publicOrigin, { ...this.extrasOf(path), lead });
    if (!known) rendering.catch(() => leads.delete(key));
    return keepRecent(leads, key, rendering, MAX_LEADS);
  }

  /** The replacement for a page whose remote is retired; undefined if there is none, or the page exists. */
  async successor(path: string, bucket: number | null, overrides: readonly Override[]): Promise<string | undefined> {
    const { snapshot } = await this.releases.of(bucket, overrides);
    if (pageAt(snapshot, path) !== undefined) return undefined;
    const target = snapshot.gone.get(goneAt(snapshot, path) ?? '');
    return target && pageAt(snapshot, target) !== undefined ? target : undefined;
  }

  /** A small file at the site's root, such as the list of pages for search engines. */
  async file(path: string): Promise<SiteTextFile | undefined> {
    const { stable } = await this.live.current();
    return path === OFFLINE_INDEX ? this.offlineIndex(stable) : siteFile(stable.snapshot, this.config, path);
  }

  /** The address of a picture that the owner's content names, or of the printed résumé: it comes with the release of the shell that shows it. */
  async ownFile(path: string, bucket: number | null, overrides: readonly Override[]): Promise<string | undefined> {
    return (await this.releases.of(bucket, overrides)).snapshot.ownFiles.get(path);
  }

  /** Cards of the drafts list from all remotes, in order. No document or bundle contains them. */
  async drafts(bucket: number | null, overrides: readonly Override[]): Promise<readonly ProjectCard[]> {
    return (await this.releases.of(bucket, overrides)).snapshot.drafts;
  }

  /** Paths of every page without parameters and of the small files at the root, and the owner's pictures with their addresses. */
  async everything(): Promise<{ pages: string[]; texts: string[]; pictures: ReadonlyMap<string, string> }> {
    const { snapshot } = (await this.live.current()).stable;
    const pages = [
      ...snapshot.shellPaths,
      ...snapshot.boot.remotes.flatMap(({ routes }) => routes.map(({ path }) => path)),
    ].filter((path) => !isPattern(path));
    const texts = ['/sitemap.xml', '/robots.txt', SERVICE_WORKER, ...Object.keys(snapshot.server.textFiles)];
    return { pages, texts, pictures: snapshot.ownFiles };
  }

  /** The files of the stable releases that browsers may keep; listed once for each set. */
  private async offlineIndex(set: ReleaseSet): Promise<SiteTextFile> {
    const documentOf = async (path: string) => (await this.pageOf(set, path, undefined)).plain;
    set.offline ??= offlineIndex(set.snapshot, documentOf);
    set.offline.catch(() => delete set.offline);
    return { type: 'application/json', text: JSON.stringify(await set.offline) };
  }

  /**
   * An address with its own title or picture has its own document. While too many are being made it gets that of its page, which differs only in
   * what a shared link shows and in the title, which the page's script corrects.
   * @param path the address; undefined for the page's own
   */
  private special({ special }: ReleaseSet, key: string, page: SitePage, facts: OwnFacts, path?: string): Promise<SitePage> {
    const known = special.get(key);
    if (!known && this.making.isFull) return Promise.resolve(page);
    const document = known ?? this.making.run(() => withFacts(page, this.config.publicOrigin, facts, path));
    if (!known) document.catch(() => special.delete(key));
    return keepRecent(special, key, document, MAX_SPECIAL);
  }

  private async render({ snapshot, ready }: ReleaseSet, path: string, status: 200 | 404 | 410): Promise<SitePage> {
    const page = await renderPage(snapshot, path, status, this.config.publicOrigin, this.extrasOf(path));
    // A page with a lead changes whenever the figures in it do.
    if (status === 200 && !isPattern(path) && !this.known.hasLead(path)) ready.set(path, page);
    return page;
  }

  private extrasOf(path: string) {
    return { feed: this.known.feedOf(path), picture: this.known.pictureOf(path, '') };
  }
}
