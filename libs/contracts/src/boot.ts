import type { PageLead } from './page-lead.ts';
import type { Preload } from './release.ts';
import type { ProjectCard, RemoteRoute } from './remote-contract.ts';

/** A page of a remote, as the shell knows it before any code of that remote has arrived. */
export interface BootRoute extends Omit<RemoteRoute, 'page' | 'alive'> {
  /** True: the remote has a module that draws the exhibit over the page's still. */
  readonly alive?: true;
  /** Needed in addition to the remote's `shared` files; paths relative to `base`. */
  readonly preload: Preload;
}

/** Where the files of one release of a remote are. */
export interface BootRelease {
  readonly release: string;
  /** URL of the release folder, with a trailing slash: `/r/<remote>/<release>/`. */
  readonly base: string;
  readonly entry: string;
  readonly container: string;
  readonly shared: Preload;
}

export interface BootRemote extends BootRelease {
  readonly name: string;
  readonly routes: readonly BootRoute[];
  /** The release before this one: it takes over when this one does not load or does not render. */
  readonly previous: BootPreviousRelease | null;
}

/** `pages`: needed in addition to `shared`, by route path; a page that was added later is not in it. */
export interface BootPreviousRelease extends BootRelease {
  readonly pages: Readonly<Record<string, Preload>>;
}

/**
 * What the server knows and the shell needs before its first render, in the document as JSON. Except for `lead`, it is the same
 * for every page of one set of releases.
 */
export interface BootData {
  readonly serial: number;
  /** The shell's own release. */
  readonly shell: string;
  /** Releases that only this visitor sees, because of an override link. */
  readonly overrides: readonly { readonly app: string; readonly release: string }[];
  readonly remotes: readonly BootRemote[];
  /** Cards of the public lists, all remotes together, in order. */
  readonly cards: readonly ProjectCard[];
  /** Only in the document of a page that has one. */
  readonly lead?: PageLead;
}

/** One page that the shell owns, as its server module lists it. */
export interface ShellPage {
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly indexable: boolean;
}

/** What the shell's server module returns for one path. */
export interface RenderedPage {
  readonly status: 200 | 404;
  readonly title: string;
  readonly description: string;
  readonly indexable: boolean;
  /** Content of `<div id="root">`. */
  readonly html: string;
}

/** A small text file at the site's root. */
export interface SiteTextFile {
  /** Media type. */
  readonly type: string;
  readonly text: string;
  /** Its content security policy, for a file that runs, such as the service worker. */
  readonly policy?: string;
}

/** The preview picture for links to the site on social media. */
export interface SocialImage {
  /** Path inside the shell's release folder. */
  readonly file: string;
  readonly width: number;
  readonly height: number;
  readonly alt: string;
}

/** Exports of the shell's server module: everything in and around the document that comes from the owner's content. */
export interface ShellServerModule {
  readonly renderPage: (path: string, boot: BootData) => Promise<RenderedPage>;
  readonly shellPages: readonly ShellPage[];
  /** Structured data (schema.org) for search engines about the page at `path` of a site at `origin`. */
  readonly structuredData: (path: string, origin: string) => object;
  readonly siteName: string;
  /** Origins beyond the site's own that its pages send messages to; none unless the owner's content names a service. */
  readonly connectOrigins: readonly string[];
  readonly socialImage: SocialImage;
  /** Colors of the browser's own window around the page. Shells from before the site could be installed as an app have none. */
  readonly themeColors?: { readonly light: string; readonly dark: string };
  /** By path, such as `/resume.json`. */
  readonly textFiles: Readonly<Record<string, SiteTextFile>>;
}
