import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { isPattern } from '@site/contracts';
import { composeDocument, pageHeaders, scriptJson, sha256 } from './document.ts';
import { isEmbed, openToFrames } from './embed.ts';
import { preambleOf } from './local-remotes.ts';
import { withScriptProof, type ScriptProof } from './script-proof.ts';
import { remoteLinks, type SiteSnapshot } from './site-snapshot.ts';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** One page, ready to send in each encoding. */
export interface SitePage {
  readonly status: number;
  readonly etag: string;
  /** By the proof that a browser can give for scripts. */
  readonly headers: Readonly<Record<ScriptProof, Readonly<Record<string, string>>>>;
  readonly plain: Buffer;
  readonly brotli: Buffer;
  readonly gzip: Buffer;
}

/** What comes from a development server changes as it is written and has no hash. */
const proofs = ({ importMap, localOrigins, scripts }: SiteSnapshot, headers: Record<string, string>): SitePage['headers'] =>
  localOrigins.length > 0 ? { policy: headers, folders: headers } : withScriptProof(headers, sha256(importMap), scripts);

/**
 * Renders one page of a set of releases and compresses it.
 * @param path of a page with parameters its pattern: the document is the same at all its addresses
 * @param origin where visitors find the site
 */
export async function renderPage(
  snapshot: SiteSnapshot,
  path: string,
  status: 200 | 404 | 410,
  origin: string,
): Promise<SitePage> {
  const rendered = await snapshot.server.renderPage(path, snapshot.boot);
  const remote = remoteLinks(snapshot, path);
  const { structuredData, siteName, socialImage } = snapshot.server;
  const plain = Buffer.from(
    composeDocument({
      title: rendered.title,
      description: rendered.description,
      canonical: isPattern(path) ? null : origin + path,
      indexable: rendered.indexable && status === 200,
      preview: { siteName, image: { ...socialImage, url: origin + snapshot.socialImage } },
      structuredData: scriptJson(structuredData(path, origin)),
      rootHtml: rendered.html,
      importMap: snapshot.importMap,
      bootJson: snapshot.bootJson,
      preambles: snapshot.localOrigins.map(preambleOf),
      css: snapshot.css,
      fonts: snapshot.fonts,
      entry: snapshot.entry,
      preloads: [
        ...snapshot.shellPreloads,
        ...(snapshot.pagePreloads.get(path) ?? []),
        ...(remote ? snapshot.federationPreloads : []),
      ],
      remotePreloads: remote?.scripts ?? [],
      styles: remote?.styles ?? [],
    }),
  );
  const secure = origin.startsWith('https:');
  const base = pageHeaders(snapshot.importMap, snapshot.css, secure, snapshot.server.connectOrigins, snapshot.localOrigins);
  const [brotli, gzipped] = await Promise.all([
    compressBrotli(plain, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
    }),
    compressGzip(plain, { level: 9 }),
  ]);
  return {
    status,
    etag: createHash('sha256').update(plain).digest('base64url').slice(0, 27),
    headers: proofs(snapshot, { ...(isEmbed(path) ? openToFrames(base) : base), 'X-Release-Set': snapshot.name }),
    plain,
    brotli,
    gzip: gzipped,
  };
}
