import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { Inject, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { registryEntry, type ProjectCard, type Registry, type SiteTextFile } from '@site/contracts';
import {
  canaryAppOf,
  isLocal,
  isVouchedFor,
  parseVerifyingKey,
  readRegistry,
  releasePaths,
  withCanaryLive,
  type Override,
} from '@site/releases';
import { Config } from '../config/config.ts';
import { WithdrawnTrials } from '../telemetry/withdrawn-trials.ts';
import { composeDocument, pageHeaders, scriptJson, sha256 } from './document.ts';
import { isEmbed, openToFrames } from './embed.ts';
import { siteFile } from './site-files.ts';
import { preambleOf, withLocalRemotes } from './local-remotes.ts';
import { withScriptProof, type ScriptProof } from './script-proof.ts';
import { readSnapshot, remoteLinks, type SiteSnapshot } from './site-snapshot.ts';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** What could not be read is read again after this many milliseconds, in case it came back. */
const REPAIR_MILLISECONDS = 5_000;
const MOST_OVERRIDDEN_SETS = 20;

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

/** A release that part of the visitors see. */
export interface Trial {
  readonly app: string;
  readonly release: string;
  readonly stable: string;
  /** Serial of the registry that began it. */
  readonly since: number;
  readonly maxErrorRate: number;
  /** False: only an override link leads to it. */
  readonly hasVisitors: boolean;
}

/** The releases that one visitor has, and the pages that were rendered of them. */
interface ServedSet {
  readonly snapshot: SiteSnapshot;
  readonly pages: Map<string, Promise<SitePage>>;
}

/** What one registry makes of the site. */
interface ServedRegistry {
  readonly registry: Registry;
  readonly stable: ServedSet;
  /** By the app that is tried. Read when the first visitor of it comes. */
  readonly canaries: Map<string, Promise<ServedSet>>;
  /** By the overrides of a visitor. */
  readonly overridden: Map<string, Promise<ServedSet>>;
}

const sourceOf = (override: Override): string => (isLocal(override) ? override.origin.replace('http://', '') : override.release);

/**
 * What tells one file of this name from the next. Asked within each request, because a release is live with the next page load, and
 * without a promise: that would cost thirty times as much, and a fifth of a page.
 */
function markOf(path: string): string {
  try {
    const { mtimeMs, size, ino } = statSync(path);
    return `${ino}:${size}:${mtimeMs}`;
  } catch {
    return '';
  }
}

/** What comes from a development server changes as it is written and has no hash. */
const proofs = ({ importMap, localOrigins, scripts }: SiteSnapshot, headers: Record<string, string>): SitePage['headers'] =>
  localOrigins.length > 0 ? { policy: headers, folders: headers } : withScriptProof(headers, sha256(importMap), scripts);

const servedSet = (snapshot: SiteSnapshot): ServedSet => ({ snapshot, pages: new Map() });

/** Renders each page once per registry serial and set of releases, and follows the registry without a restart. */
@Injectable()
export class SiteService implements OnModuleInit {
  private readonly logger = new Logger(SiteService.name);
  private readonly verifyingKey: ReturnType<typeof parseVerifyingKey>;
  private served: ServedRegistry | undefined;
  private mark = '';
  private seen: string | null = null;
  private readAt = 0;
  private isDegraded = false;
  private reading: Promise<ServedRegistry> | undefined;

  constructor(
    private readonly config: Config,
    @Inject(WithdrawnTrials) private readonly withdrawn: Pick<WithdrawnTrials, 'has'>,
  ) {
    this.verifyingKey = parseVerifyingKey(config.releaseSigningKey);
  }

  async onModuleInit(): Promise<void> {
    await this.current();
  }

  /**
   * @param bucket the visitor's, or null for the stable releases
   * @param overrides releases that take the place of the stable ones, for this visitor
   * @throws Error when nothing usable was ever released
   */
  async page(path: string, bucket: number | null, overrides: readonly Override[] = []): Promise<SitePage> {
    const { snapshot, pages } = await this.setOf(bucket, overrides);
    const known =
      snapshot.shellPaths.has(path) || snapshot.boot.remotes.some((remote) => remote.routes.some((route) => route.path === path));
    // All unknown paths share one answer, so that they cannot fill the memory.
    const key = known ? path : '404';
    const cached = pages.get(key);
    if (cached) return cached;
    const rendering = this.render(snapshot, known ? path : '/404');
    pages.set(key, rendering);
    rendering.catch(() => pages.delete(key));
    return rendering;
  }

  /** A small file at the site's root, such as the list of pages for search engines. */
  async file(path: string): Promise<SiteTextFile | undefined> {
    return siteFile((await this.current()).stable.snapshot, this.config.publicOrigin, path);
  }

  /** The address of a picture that the owner's content names: it comes with the release of the shell that shows it. */
  async ownPicture(path: string, bucket: number | null, overrides: readonly Override[]): Promise<string | undefined> {
    return (await this.setOf(bucket, overrides)).snapshot.ownPictures.get(path);
  }

  /** Cards of the drafts list, all remotes together, in order. No document and no bundle holds them. */
  async drafts(bucket: number | null, overrides: readonly Override[]): Promise<readonly ProjectCard[]> {
    return (await this.setOf(bucket, overrides)).snapshot.drafts;
  }

  /** Paths of every page, of the small files at the root, and the owner's pictures with their addresses. */
  async everything(): Promise<{ pages: string[]; texts: string[]; pictures: ReadonlyMap<string, string> }> {
    const { snapshot } = (await this.current()).stable;
    const pages = [...snapshot.shellPaths, ...snapshot.boot.remotes.flatMap(({ routes }) => routes.map(({ path }) => path))];
    const texts = ['/sitemap.xml', '/robots.txt', ...Object.keys(snapshot.server.textFiles)];
    return { pages, texts, pictures: snapshot.ownPictures };
  }

  /** The registry that is live. */
  async registry(): Promise<Registry> {
    return (await this.current()).registry;
  }

  /** Trials that go on. */
  async trials(): Promise<Trial[]> {
    const { registry } = await this.current();
    return Object.entries(registry.apps).flatMap(([app, { stable, canary }]) => {
      if (!canary || this.withdrawn.has(app, canary)) return [];
      const { release, since, maxErrorRate, buckets } = canary;
      return [{ app, release, stable: stable.release, since, maxErrorRate, hasVisitors: buckets.length > 0 }];
    });
  }

  /** The trial of a release that visitors may have: 0 of a stable one or the one behind it, undefined of any other. */
  async trialOf(app: string, release: string): Promise<number | undefined> {
    const entry = registryEntry((await this.current()).registry.apps, app);
    if (entry?.canary?.release === release) return entry.canary.since;
    return entry?.stable.release === release || entry?.previous?.release === release ? 0 : undefined;
  }

  async hasPage(app: string, path: string): Promise<boolean> {
    const { registry, stable } = await this.current();
    // The shell stands around every page.
    if (app === 'shell') return stable.snapshot.shellPaths.has(path) || Object.keys(registry.apps).some((name) => hasRoute(name));
    return hasRoute(app);

    function hasRoute(name: string): boolean {
      const entry = registryEntry(registry.apps, name);
      return [entry?.contract, entry?.canary?.contract].some((contract) => contract?.routes.some((route) => route.path === path));
    }
  }

  private async setOf(bucket: number | null, overrides: readonly Override[]): Promise<ServedSet> {
    return (await this.overriddenSet(overrides)) ?? this.triedSet(bucket);
  }

  private async triedSet(bucket: number | null): Promise<ServedSet> {
    const served = await this.current();
    const { apps } = served.registry;
    const app = bucket === null ? undefined : canaryAppOf(apps, bucket);
    const canary = app === undefined ? null : apps[app]?.canary;
    if (app === undefined || !canary || this.withdrawn.has(app, canary)) return served.stable;
    let set = served.canaries.get(app);
    if (!set) {
      set = this.readCanary(served, app);
      served.canaries.set(app, set);
    }
    return set;
  }

  /** The stable releases with others in their place; undefined where no override counts: what it named is killed, or was never one of this site's apps. */
  private async overriddenSet(overrides: readonly Override[]): Promise<ServedSet | undefined> {
    if (overrides.length === 0) return undefined;
    const served = await this.current();
    const wanted = overrides.filter((override) => {
      // A remote on its developer's machine may be so new that it was never released.
      if (isLocal(override)) return true;
      const entry = registryEntry(served.registry.apps, override.app);
      return entry !== undefined && !entry.killed.includes(override.release);
    });
    if (wanted.length === 0) return undefined;
    const name = wanted.map((override) => `${override.app}=${sourceOf(override)}`).join('&');
    const set = served.overridden.get(name) ?? this.readOverridden(served, wanted, name);
    // Behind all others, so that the least recent goes first: links are few, and each set costs the memory of its pages.
    served.overridden.delete(name);
    const [oldest] = served.overridden.keys();
    if (oldest !== undefined && served.overridden.size >= MOST_OVERRIDDEN_SETS) served.overridden.delete(oldest);
    served.overridden.set(name, set);
    return set;
  }

  /** Overrides of which one cannot be read are not shown: their visitor sees what all others see. */
  private async readOverridden(
    { registry, stable, overridden }: ServedRegistry,
    overrides: readonly Override[],
    name: string,
  ): Promise<ServedSet> {
    const apps = { ...registry.apps };
    for (const override of overrides) {
      if (isLocal(override)) continue;
      const { app, release, manifestIntegrity, needsStatement } = override;
      if (
        needsStatement &&
        !(await isVouchedFor(this.config.releasesDir, this.verifyingKey, app, { release, manifestIntegrity }))
      )
        continue;
      const entry = registryEntry(apps, app);
      if (entry) apps[app] = { ...entry, stable: { release, manifestIntegrity }, previous: entry.stable, canary: null };
    }
    try {
      const shown = overrides.map((override) => ({ app: override.app, release: sourceOf(override) }));
      const released = await readSnapshot(this.config.releasesDir, { ...registry, apps }, shown);
      const snapshot = await withLocalRemotes(this.config.releasesDir, released, overrides.filter(isLocal));
      // What comes from a developer's machine needs none of the released files.
      const isDamaged = overrides.some((override) => !isLocal(override) && snapshot.damaged.includes(override.app));
      if (isDamaged) throw new Error('its files are gone or not what was released');
      return servedSet({ ...snapshot, name: `${registry.serial}+${shown.map(({ app }) => app).join('+')}*` });
    } catch (cause) {
      this.logger.error(`an override is not shown: ${(cause as Error).message}`);
      setTimeout(() => overridden.delete(name), REPAIR_MILLISECONDS).unref();
      return stable;
    }
  }

  /** A canary that cannot be read is not shown: its visitors see what all others see. */
  private async readCanary({ registry, stable, canaries }: ServedRegistry, app: string): Promise<ServedSet> {
    try {
      const snapshot = await readSnapshot(this.config.releasesDir, { ...registry, apps: withCanaryLive(registry.apps, app) });
      if (snapshot.damaged.includes(app)) throw new Error('its files are not what was released');
      return servedSet({ ...snapshot, name: `${registry.serial}+${app}` });
    } catch (cause) {
      this.logger.error(`the canary of ${app} is not shown: ${(cause as Error).message}`);
      setTimeout(() => canaries.delete(app), REPAIR_MILLISECONDS).unref();
      return stable;
    }
  }

  /** Looked at once in a turn of the event loop, however many ask: one page asks three times. */
  private markNow(): string {
    if (this.seen === null) {
      this.seen = markOf(releasePaths.registryCurrent(this.config.releasesDir));
      setImmediate(() => {
        this.seen = null;
      });
    }
    return this.seen;
  }

  private async current(): Promise<ServedRegistry> {
    const mark = this.markNow();
    const repairDue = this.isDegraded && Date.now() - this.readAt > REPAIR_MILLISECONDS;
    if (this.served && mark === this.mark && !repairDue) return this.served;
    this.reading ??= this.read(mark).finally(() => {
      this.reading = undefined;
    });
    return this.reading;
  }

  private async read(mark: string): Promise<ServedRegistry> {
    const before = this.served;
    try {
      const registry = await readRegistry(this.config.releasesDir, this.verifyingKey);
      if (before && registry.serial < before.registry.serial)
        throw new Error(`registry ${registry.serial} is older than ${before.registry.serial}; a rollback writes a newer one`);
      const snapshot = await readSnapshot(this.config.releasesDir, registry);
      if (registry.serial !== before?.registry.serial) this.logger.log(`registry ${registry.serial} is live`);
      for (const remote of snapshot.damaged)
        this.logger.warn(`the release of ${remote} is damaged; the one before it serves, or the error card`);
      const isSame =
        registry.serial === before?.registry.serial && snapshot.damaged.join() === before.stable.snapshot.damaged.join();
      // Read again only to see whether a repair came: what is rendered stays good.
      const stable = isSame ? { ...before.stable, snapshot } : servedSet(snapshot);
      this.served = { registry, stable, canaries: new Map(), overridden: new Map() };
      this.isDegraded = snapshot.damaged.length > 0;
    } catch (cause) {
      // A registry that cannot be trusted changes nothing: the last good one stays live.
      if (!before) throw cause;
      this.served = before;
      this.isDegraded = true;
      this.logger.error(`the new registry is not used: ${(cause as Error).message}`);
    }
    this.mark = mark;
    this.readAt = Date.now();
    return this.served;
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
      status: rendered.status,
      etag: createHash('sha256').update(plain).digest('base64url').slice(0, 27),
      headers: proofs(snapshot, { ...(isEmbed(path) ? openToFrames(base) : base), 'X-Release-Set': snapshot.name }),
      plain,
      brotli,
      gzip: gzipped,
    };
  }
}
