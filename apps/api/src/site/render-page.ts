import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { isPattern, RELEASE_SET_HEADER, type PageLead } from '@site/contracts';
import { composeDocument, inlineScripts, pageHeaders, scriptJson, type DocumentParts } from './document.ts';
import { isEmbed, openToFrames } from './embed.ts';
import type { OwnFacts, PageFeed } from './known-addresses.ts';
import { preambleOf } from './local-remotes.ts';
import { previewImage, type PreviewImage } from './preview-image.ts';
import type { Reporting } from './reporting-headers.ts';
import { withScriptRestriction, type ScriptRestriction } from './script-restriction.ts';
import { remoteLinks, type SiteSnapshot } from './site-snapshot.ts';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/**
 * Compression levels of documents. Brotli level 9 would make a page 6 to 7% larger, which delays its first paint on a slow
 * connection; 11 saves another 1.5% and takes two to three times as long.
 */
const PAGE_EFFORT = { brotli: 10, gzip: 9 };
/** For copies of a page with the title or picture of one address: each is 7% larger, but takes a twentieth of the time. */
const COPY_EFFORT = { brotli: 6, gzip: 6 };

/** One page, ready to send in each encoding. */
export interface SitePage {
  readonly status: number;
  readonly etag: string;
  /** By the script restriction that a browser supports. */
  readonly headers: Readonly<Record<ScriptRestriction, Readonly<Record<string, string>>>>;
  /** Undefined for a set of releases that only its testers see: their browsers' reports would be attributed to a live one. */
  readonly reporting: Reporting | undefined;
  /** What the document was composed of. */
  readonly parts: DocumentParts;
  readonly plain: Buffer;
  readonly brotli: Buffer;
  readonly gzip: Buffer;
}

/** Files from a development server change while they are edited and have no hash. */
const restrictions = ({ importMap, localOrigins, scripts }: SiteSnapshot, headers: Record<string, string>): SitePage['headers'] =>
  localOrigins.length > 0
    ? { policy: headers, folders: headers }
    : withScriptRestriction(headers, inlineScripts(importMap), scripts);

interface PageExtras {
  readonly feed?: PageFeed | undefined;
  readonly picture?: PreviewImage | undefined;
  readonly lead?: PageLead | undefined;
}

const BEFORE_SITE = ' – ';

/** Replaces the route's title, which is followed by the site's name. */
function retitled(whole: string, title: string): string {
  const site = whole.lastIndexOf(BEFORE_SITE);
  return site < 0 ? title : title + whole.slice(site);
}

const absolute = (image: PreviewImage, origin: string): PreviewImage => ({ ...image, url: origin + image.url });

async function pack(
  parts: DocumentParts,
  effort: typeof PAGE_EFFORT,
): Promise<Pick<SitePage, 'etag' | 'parts' | 'plain' | 'brotli' | 'gzip'>> {
  const plain = Buffer.from(composeDocument(parts));
  const [brotli, gzipped] = await Promise.all([
    compressBrotli(plain, {
      params: { [constants.BROTLI_PARAM_QUALITY]: effort.brotli, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
    }),
    compressGzip(plain, { level: effort.gzip }),
  ]);
  const etag = createHash('sha256').update(plain).digest('base64url').slice(0, 27);
  return { etag, parts, plain, brotli, gzip: gzipped };
}

/**
 * Renders one page of a set of releases and compresses it.
 * @param path for a page with parameters, its pattern: the document is the same at all its addresses
 * @param origin the site's public origin
 */
export async function renderPage(
  snapshot: SiteSnapshot,
  path: string,
  status: 200 | 404 | 410,
  origin: string,
  { feed, picture, lead }: PageExtras,
): Promise<SitePage> {
  const boot = lead ? { ...snapshot.boot, lead } : snapshot.boot;
  const rendered = await snapshot.server.renderPage(path, boot);
  const remote = remoteLinks(snapshot, path);
  const { structuredData, siteName } = snapshot.server;
  const image = picture ?? previewImage(snapshot, path);
  const parts: DocumentParts = {
    title: rendered.title,
    description: rendered.description,
    canonical: isPattern(path) ? null : origin + path,
    indexable: rendered.indexable && status === 200,
    feed: status === 200 ? feed : undefined,
    preview: { siteName, image: absolute(image, origin) },
    structuredData: scriptJson(structuredData(path, origin)),
    rootHtml: rendered.html,
    importMap: snapshot.importMap,
    bootJson: lead ? scriptJson(boot) : snapshot.bootJson,
    preambles: snapshot.localOrigins.map(preambleOf),
    css: snapshot.css,
    fonts: snapshot.fonts,
    installManifest: snapshot.installManifest,
    themeColors: snapshot.server.themeColors,
    entry: snapshot.entry,
    preloads: [
      ...snapshot.shellPreloads,
      ...(snapshot.pagePreloads.get(path) ?? []),
      ...(remote ? snapshot.federationPreloads : []),
    ],
    remotePreloads: remote?.scripts ?? [],
    styles: remote?.styles ?? [],
  };
  const secure = origin.startsWith('https:');
  const base = pageHeaders(snapshot.importMap, snapshot.css, secure, snapshot.server.connectOrigins, snapshot.localOrigins);
  return {
    status,
    headers: restrictions(snapshot, { ...(isEmbed(path) ? openToFrames(base) : base), [RELEASE_SET_HEADER]: snapshot.name }),
    reporting: snapshot.boot.overrides.length > 0 ? undefined : { set: snapshot.name, isSecure: secure },
    ...(await pack(parts, PAGE_EFFORT)),
  };
}

/**
 * The page with the title, canonical URL and picture of one address in its document's head: nothing is rendered again.
 * Compressed quickly, because there are many addresses.
 * @param origin the site's public origin
 * @param path the address; undefined for the page's own
 */
export async function withFacts(page: SitePage, origin: string, { title, image }: OwnFacts, path?: string): Promise<SitePage> {
  const { parts } = page;
  const own: DocumentParts = {
    ...parts,
    title: title === undefined ? parts.title : retitled(parts.title, title),
    canonical: path === undefined ? parts.canonical : origin + path,
    preview: image === undefined ? parts.preview : { ...parts.preview, image: absolute(image, origin) },
  };
  return { ...page, ...(await pack(own, COPY_EFFORT)) };
}
