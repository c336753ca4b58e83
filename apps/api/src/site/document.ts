import { createHash } from 'node:crypto';
import type { ShellServerModule } from '@site/contracts';
import { escapeHtml } from '../http/escape-html.ts';
import { ICON } from '../http/icon.ts';
import type { PageFeed } from './known-addresses.ts';
import type { PreviewImage } from './preview-image.ts';

/** The CSP source that allows an inline script or style. */
const sha256 = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The CSP sources that allow the inline scripts of a document. */
export const inlineScripts = (importMap: string): string => `${sha256(importMap)} ${sha256(LAYOUT_SCRIPT)}`;

/** JSON that cannot end the script element that contains it. */
export const scriptJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

/**
 * Calculates the styles and the layout of the page. The browser waits up to 100 ms for preloaded fonts before the first paint, does
 * nothing meanwhile, and calculates both afterward (decision 0117).
 */
const LAYOUT_SCRIPT = 'document.body.offsetHeight';

export interface LinkedFile {
  readonly url: string;
  readonly integrity: string;
}

/** What the preview of a shared link shows besides its title. */
interface LinkPreview {
  readonly siteName: string;
  /** With an absolute URL. */
  readonly image: PreviewImage;
}

export interface DocumentParts {
  readonly title: string;
  readonly description: string;
  /** Null for a page that is the same document at many addresses. */
  readonly canonical: string | null;
  readonly indexable: boolean;
  readonly feed?: PageFeed | undefined;
  readonly preview: LinkPreview;
  /** JSON-LD is data that browsers do not run, so the policy needs no hash of it. */
  readonly structuredData: string;
  readonly rootHtml: string;
  readonly importMap: string;
  readonly bootJson: string;
  /** The shell's styles, inlined: they are needed for the first paint of every page. */
  readonly css: string;
  readonly fonts: readonly LinkedFile[];
  readonly installManifest: string | undefined;
  readonly themeColors: ShellServerModule['themeColors'];
  /** Scripts that run before the entry, each from a development server. */
  readonly preambles: readonly string[];
  readonly entry: LinkedFile;
  readonly preloads: readonly LinkedFile[];
  /** Scripts of the page's remote. */
  readonly remotePreloads: readonly LinkedFile[];
  /** Style sheets of the page's remote. */
  readonly styles: readonly LinkedFile[];
}

function previewTags({ title, description, canonical, preview }: DocumentParts): string[] {
  const { url, width, height, alt } = preview.image;
  const properties = {
    'og:type': 'website',
    'og:site_name': preview.siteName,
    'og:title': title,
    'og:description': description,
    ...(canonical !== null && { 'og:url': canonical }),
    'og:image': url,
    'og:image:width': String(width),
    'og:image:height': String(height),
    'og:image:alt': alt,
  };
  const tags = Object.entries(properties).map(([name, value]) => `<meta property="${name}" content="${escapeHtml(value)}">`);
  return [...tags, '<meta name="twitter:card" content="summary_large_image">'];
}

function themeTags({ installManifest, themeColors }: DocumentParts): string[] {
  const colors = Object.entries(themeColors ?? {}).map(
    ([scheme, color]) =>
      `<meta name="theme-color" media="(prefers-color-scheme: ${escapeHtml(scheme)})" content="${escapeHtml(color)}">`,
  );
  return installManifest === undefined ? colors : [...colors, `<link rel="manifest" href="${escapeHtml(installManifest)}">`];
}

/** An attribute with a file's address, and the hash that its content must have. File names come from teams. */
const fileAttributes = (name: 'href' | 'src', { url, integrity }: LinkedFile): string =>
  `${name}="${escapeHtml(url)}" integrity="${escapeHtml(integrity)}"`;

/** Composes the one HTML document of a page. */
export function composeDocument(parts: DocumentParts): string {
  const preload = (file: LinkedFile) => `<link rel="modulepreload" ${fileAttributes('href', file)}>`;
  // The loader applies a remote's styles: a hanging style sheet in the document would block the shell's own script.
  const stylePreload = (file: LinkedFile) =>
    `<link rel="preload" as="style" ${fileAttributes('href', file)} crossorigin fetchpriority="low">`;
  // After the shell's own files: hanging files of a remote must not occupy all the connections that the shell needs to start.
  const remotePreload = (file: LinkedFile) => `<link rel="modulepreload" ${fileAttributes('href', file)} fetchpriority="low">`;
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    `<title>${escapeHtml(parts.title)}</title>`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<meta name="description" content="${escapeHtml(parts.description)}">`,
    ...(parts.canonical !== null && parts.indexable ? [`<link rel="canonical" href="${escapeHtml(parts.canonical)}">`] : []),
    ...(parts.indexable ? [] : ['<meta name="robots" content="noindex">']),
    ...(parts.feed
      ? [
          `<link rel="alternate" type="application/atom+xml" title="${escapeHtml(parts.feed.title)}" href="${escapeHtml(parts.feed.address)}">`,
        ]
      : []),
    ...previewTags(parts),
    `<script type="application/ld+json">${parts.structuredData}</script>`,
    `<link rel="icon" href="${ICON}">`,
    `<style>${parts.css}</style>`,
    ...themeTags(parts),
    ...parts.fonts.map(({ url }) => `<link rel="preload" as="font" type="font/woff2" href="${escapeHtml(url)}" crossorigin>`),
    `</head><body><div id="root">${parts.rootHtml}</div><script>${LAYOUT_SCRIPT}</script>`,
    // Content comes before everything that only scripts need: on a slow connection it is painted while the rest is still arriving.
    `<script type="importmap">${parts.importMap}</script>`,
    ...parts.preloads.map(preload),
    ...parts.remotePreloads.map(remotePreload),
    ...parts.styles.map(stylePreload),
    ...parts.preambles.map((url) => `<script type="module" src="${escapeHtml(url)}" crossorigin></script>`),
    `<script type="module" ${fileAttributes('src', parts.entry)}></script>`,
    `<script type="application/json" id="boot">${parts.bootJson}</script></body></html>`,
  ].join('\n');
}

/**
 * Security headers of a page. Inline text is allowed only by its hash; nothing else is inline.
 * @param localOrigins development servers on the visitor's own machine, enabled by a signed link; the policy is wider only for them
 */
export function pageHeaders(
  importMap: string,
  css: string,
  secure: boolean,
  connectOrigins: readonly string[] = [],
  localOrigins: readonly string[] = [],
): Record<string, string> {
  const isLocal = localOrigins.length > 0;
  const local = localOrigins.map((origin) => ` ${origin}`).join('');
  const localSockets = localOrigins.map((origin) => origin.replace('http:', 'ws:'));
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${inlineScripts(importMap)}${local}`,
    // A development server injects styles whose hashes are not known in advance.
    `style-src 'self' ${isLocal ? "'unsafe-inline'" : sha256(css)}${local}`,
    `img-src 'self' data: blob:${local}`,
    `media-src 'self' blob:${local}`,
    `font-src 'self'${local}`,
    ["connect-src 'self'", ...connectOrigins, ...localOrigins, ...localSockets].join(' '),
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    // A development server's client creates a worker that checks whether the server is back. The policies trust the service worker's
    // address, and the copies of workers' scripts that the shell has verified (decision 0103).
    ...(isLocal ? [] : ["require-trusted-types-for 'script'", 'trusted-types service-worker site-worker']),
  ];
  return {
    'Content-Security-Policy': policy.join('; '),
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Embedder-Policy': 'require-corp',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Origin-Agent-Cluster': '?1',
    'Permissions-Policy':
      'camera=(self), microphone=(self), geolocation=(self), accelerometer=(self), gyroscope=(self), magnetometer=(self), payment=(), usb=(), serial=(), display-capture=()',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'X-Permitted-Cross-Domain-Policies': 'none',
    ...(secure ? { 'Strict-Transport-Security': 'max-age=63072000; includeSubDomains' } : {}),
  };
}
