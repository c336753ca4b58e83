import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import type { ProjectCard, SiteTextFile } from '@site/contracts';
import { parseVerifyingKey, readRegistry, releasePaths } from '@site/releases';
import { Config } from '../config/config.ts';
import { composeDocument, pageHeaders, scriptJson } from './document.ts';
import { isEmbed, openToFrames } from './embed.ts';
import { siteFile } from './site-files.ts';
import { readSnapshot, remoteLinks, type SiteSnapshot } from './site-snapshot.ts';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** What could not be read is read again after this many milliseconds, in case it came back. */
const REPAIR_MILLISECONDS = 5_000;

/** One page, ready to send in each encoding. */
export interface SitePage {
  readonly status: number;
  readonly etag: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly plain: Buffer;
  readonly brotli: Buffer;
  readonly gzip: Buffer;
}

/** Renders each page once per registry serial, and follows the registry without a restart. */
@Injectable()
export class SiteService implements OnModuleInit {
  private readonly logger = new Logger(SiteService.name);
  private readonly verifyingKey: ReturnType<typeof parseVerifyingKey>;
  private snapshot: SiteSnapshot | undefined;
  private snapshotMark = '';
  private snapshotReadAt = 0;
  private isDegraded = false;
  private reading: Promise<SiteSnapshot> | undefined;
  private pages = new Map<string, Promise<SitePage>>();
  private readonly config: Config;

  constructor(config: Config) {
    this.config = config;
    this.verifyingKey = parseVerifyingKey(config.releaseSigningKey);
  }

  async onModuleInit(): Promise<void> {
    await this.current();
  }

  /** @throws Error when nothing usable was ever released */
  async page(path: string): Promise<SitePage> {
    const snapshot = await this.current();
    const known =
      snapshot.shellPaths.has(path) || snapshot.boot.remotes.some((remote) => remote.routes.some((route) => route.path === path));
    // All unknown paths share one answer, so that they cannot fill the memory.
    const key = known ? path : '404';
    const cached = this.pages.get(key);
    if (cached) return cached;
    const rendering = this.render(snapshot, known ? path : '/404');
    this.pages.set(key, rendering);
    rendering.catch(() => this.pages.delete(key));
    return rendering;
  }

  /** A small file at the site's root, such as the list of pages for search engines. */
  async file(path: string): Promise<SiteTextFile | undefined> {
    return siteFile(await this.current(), this.config.publicOrigin, path);
  }

  /** The address of a picture that the owner's content names: it comes with the release of the shell that shows it. */
  async ownPicture(path: string): Promise<string | undefined> {
    return (await this.current()).ownPictures.get(path);
  }

  /** Cards of the drafts list, all remotes together, in order. No document and no bundle holds them. */
  async drafts(): Promise<readonly ProjectCard[]> {
    return (await this.current()).drafts;
  }

  private async current(): Promise<SiteSnapshot> {
    const { mtimeMs, size, ino } = await stat(releasePaths.registryCurrent(this.config.releasesDir)).catch(() => ({
      mtimeMs: 0,
      size: 0,
      ino: 0,
    }));
    const mark = `${ino}:${size}:${mtimeMs}`;
    const repairDue = this.isDegraded && Date.now() - this.snapshotReadAt > REPAIR_MILLISECONDS;
    if (this.snapshot && mark === this.snapshotMark && !repairDue) return this.snapshot;
    this.reading ??= this.read(mark).finally(() => {
      this.reading = undefined;
    });
    return this.reading;
  }

  private async read(mark: string): Promise<SiteSnapshot> {
    try {
      const registry = await readRegistry(this.config.releasesDir, this.verifyingKey);
      if (this.snapshot && registry.serial < this.snapshot.serial)
        throw new Error(`registry ${registry.serial} is older than ${this.snapshot.serial}; a rollback writes a newer one`);
      const snapshot = await readSnapshot(this.config.releasesDir, registry);
      if (snapshot.serial !== this.snapshot?.serial) this.logger.log(`registry ${snapshot.serial} is live`);
      for (const remote of snapshot.damaged)
        this.logger.warn(`the release of ${remote} is damaged; the one before it serves, or the error card`);
      const isSame = snapshot.serial === this.snapshot?.serial && snapshot.damaged.join() === this.snapshot.damaged.join();
      // Read again only to see whether a repair came: what is rendered stays good.
      if (!isSame) this.pages = new Map();
      this.snapshot = snapshot;
      this.isDegraded = snapshot.damaged.length > 0;
    } catch (cause) {
      // A registry that cannot be trusted changes nothing: the last good one stays live.
      if (!this.snapshot) throw cause;
      this.isDegraded = true;
      this.logger.error(`the new registry is not used: ${(cause as Error).message}`);
    }
    this.snapshotMark = mark;
    this.snapshotReadAt = Date.now();
    return this.snapshot;
  }

  private async render(snapshot: SiteSnapshot, path: string): Promise<SitePage> {
    const rendered = await snapshot.server.renderPage(path, snapshot.boot);
    const remote = remoteLinks(snapshot, path);
    const { structuredData, siteName, socialImage } = snapshot.server;
    const origin = this.config.publicOrigin;
    const plain = Buffer.from(
      composeDocument({
        title: rendered.title,
        description: rendered.description,
        canonical: origin + path,
        indexable: rendered.indexable,
        preview: { siteName, image: { ...socialImage, url: origin + snapshot.socialImage } },
        structuredData: scriptJson(structuredData(path, origin)),
        rootHtml: rendered.html,
        importMap: snapshot.importMap,
        bootJson: snapshot.bootJson,
        css: snapshot.css,
        fonts: snapshot.fonts,
        entry: snapshot.entry,
        preloads: [...snapshot.shellPreloads, ...(remote ? snapshot.federationPreloads : [])],
        remotePreloads: remote?.scripts ?? [],
        styles: remote?.styles ?? [],
      }),
    );
    const secure = origin.startsWith('https:');
    const headers = pageHeaders(snapshot.importMap, snapshot.css, secure, snapshot.server.connectOrigins);
    const [brotli, gzipped] = await Promise.all([
      compressBrotli(plain, {
        params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
      }),
      compressGzip(plain, { level: 9 }),
    ]);
    return {
      status: rendered.status,
      etag: createHash('sha256').update(plain).digest('base64url').slice(0, 27),
      headers: isEmbed(path) ? openToFrames(headers) : headers,
      plain,
      brotli,
      gzip: gzipped,
    };
  }
}
