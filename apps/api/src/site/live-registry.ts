import { statSync } from 'node:fs';
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import type { Registry } from '@site/contracts';
import { parseVerifyingKey, readRegistry, releasePaths } from '@site/releases';
import { Config } from '../config/config.ts';
import { releaseSet, type ReleaseSet } from './release-set.ts';
import { readSnapshot } from './site-snapshot.ts';

/** A failed read is retried after this many milliseconds. */
export const REPAIR_MS = 5_000;

/** The registry that is live, and its stable releases. The same object until something changes. */
export interface LiveSite {
  readonly registry: Registry;
  readonly stable: ReleaseSet;
}

/**
 * Distinguishes versions of the file. Checked on every request, because a release goes live with the next page load, and
 * synchronously: a promise would cost thirty times as much, a fifth of the cost of sending a page.
 */
function markOf(path: string): string {
  try {
    const { mtimeMs, size, ino } = statSync(path);
    return `${ino}:${size}:${mtimeMs}`;
  } catch {
    return '';
  }
}

/** Follows the signed registry without a restart. */
@Injectable()
export class LiveRegistry implements OnModuleInit {
  private readonly logger = new Logger(LiveRegistry.name);
  private readonly verifyingKey: ReturnType<typeof parseVerifyingKey>;
  private live: LiveSite | undefined;
  private mark = '';
  private seen: string | null = null;
  private readAt = 0;
  private isDegraded = false;
  private reading: Promise<LiveSite> | undefined;

  constructor(private readonly config: Config) {
    this.verifyingKey = parseVerifyingKey(config.releaseSigningKey);
  }

  /** Makes a server without a release fail to start. */
  async onModuleInit(): Promise<void> {
    await this.current();
  }

  /** What is live now. @throws Error if nothing usable was ever released */
  async current(): Promise<LiveSite> {
    const known = this.known();
    if (known) return known;
    this.reading ??= this.read(this.markNow()).finally(() => {
      this.reading = undefined;
    });
    return this.reading;
  }

  /** What is live now, if nothing has to be read for it. */
  known(): LiveSite | undefined {
    const isRepairDue = this.isDegraded && Date.now() - this.readAt > REPAIR_MS;
    return this.markNow() === this.mark && !isRepairDue ? this.live : undefined;
  }

  /** Checked once per turn of the event loop, however many callers there are: one page calls it three times. */
  private markNow(): string {
    if (this.seen === null) {
      this.seen = markOf(releasePaths.registryCurrent(this.config.releasesDir));
      setImmediate(() => {
        this.seen = null;
      });
    }
    return this.seen;
  }

  private async read(mark: string): Promise<LiveSite> {
    const before = this.live;
    try {
      this.live = await this.readNext(before);
      this.isDegraded = this.live.stable.snapshot.damaged.length > 0;
    } catch (cause) {
      // An untrusted registry changes nothing: the last good one stays live.
      if (!before) throw cause;
      this.live = before;
      this.isDegraded = true;
      this.logger.error(`the new registry is not used: ${(cause as Error).message}`);
    }
    this.mark = mark;
    this.readAt = Date.now();
    return this.live;
  }

  private async readNext(before: LiveSite | undefined): Promise<LiveSite> {
    const { releasesDir } = this.config;
    const registry = await readRegistry(releasesDir, this.verifyingKey);
    if (before && registry.serial < before.registry.serial)
      throw new Error(`registry ${registry.serial} is older than ${before.registry.serial}; a rollback writes a newer one`);
    const snapshot = await readSnapshot(releasesDir, registry);
    if (registry.serial !== before?.registry.serial) this.logger.log(`registry ${registry.serial} is live`);
    for (const remote of snapshot.damaged)
      this.logger.warn(`the release of ${remote} is damaged; visitors get the previous one, or the error card`);
    const isSame =
      registry.serial === before?.registry.serial &&
      snapshot.bootJson === before.stable.snapshot.bootJson &&
      snapshot.importMap === before.stable.snapshot.importMap;
    // Read again only to detect a repair: rendered pages stay valid.
    return { registry, stable: isSame ? { ...before.stable, snapshot } : releaseSet(snapshot) };
  }
}
