import { Injectable } from '@nestjs/common';
import { matchPath, type PageLead } from '@site/contracts';
import type { PreviewImage } from './preview-image.ts';

type Values = Readonly<Record<string, string>>;

/** Facts about one address of a route, which its document states. */
export interface OwnFacts {
  readonly title?: string;
  /** In the preview of a shared link to it. */
  readonly image?: PreviewImage;
}

/** What is known about an address: false if there is certainly nothing there; its own facts if it has any. */
export type AddressFact = boolean | OwnFacts;

export interface PageFeed {
  readonly title: string;
  readonly address: string;
}

type Lookup = (values: Values) => Promise<AddressFact>;

/**
 * What the API's modules know about the site's pages. Each registers once at startup which addresses of a route with parameters exist,
 * `known.register('/projects/usda-reports/:slug', ({ slug }) => …)`, and which page has a feed, its own picture for shared links,
 * or a lead. A pattern that no module registers has a page at every address.
 */
@Injectable()
export class KnownAddresses {
  private readonly lookups = new Map<string, Lookup>();
  private readonly feeds = new Map<string, PageFeed>();
  private readonly pictures = new Map<string, (query: URLSearchParams) => PreviewImage | undefined>();
  private readonly leads = new Map<string, (query: URLSearchParams) => Promise<PageLead | undefined>>();

  register(pattern: string, lookup: Lookup): void {
    this.lookups.set(pattern, lookup);
  }

  /** Links the feed in the head of this page's document, where feed readers look for it. */
  registerFeed(path: string, feed: PageFeed): void {
    this.feeds.set(path, feed);
  }

  feedOf(path: string): PageFeed | undefined {
    return this.feeds.get(path);
  }

  /** The picture of a page may depend on its query. */
  registerPicture(path: string, pictureAt: (query: URLSearchParams) => PreviewImage | undefined): void {
    this.pictures.set(path, pictureAt);
  }

  pictureOf(path: string, query: string): PreviewImage | undefined {
    return this.pictures.get(path)?.(new URLSearchParams(query));
  }

  /** A page's lead may change at any time, and depend on the query. @param leadAt must not fail or be slow */
  registerLead(path: string, leadAt: (query: URLSearchParams) => Promise<PageLead | undefined>): void {
    this.leads.set(path, leadAt);
  }

  hasLead(path: string): boolean {
    return this.leads.has(path);
  }

  async leadOf(path: string, query: string): Promise<PageLead | undefined> {
    return this.leads.get(path)?.(new URLSearchParams(query));
  }

  /** If the lookup fails, the page itself reports the problem. */
  async factOf(pattern: string, path: string): Promise<AddressFact> {
    const lookup = this.lookups.get(pattern);
    const values = matchPath(pattern, path);
    if (!values) return false;
    return lookup ? lookup(values).catch(() => true) : true;
  }
}
