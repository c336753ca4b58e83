import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import type { Logger } from 'pino';
import { FolderUploads, JournalOrigin, keepInOrigin, type UploadFiles } from '@site/releases';
import type { Config } from '../config/config.ts';
import type { SiteDatabase } from '../database/site-database.ts';
import { BucketUploads, bundlesIn, releaseBucket } from './release-bucket.ts';
import { DatabaseJournal } from './database-journal.ts';

/** How often a process looks for changes that another one made. */
const FOLLOW_MS = 200;

/** The releases in the database and the bucket; null if RELEASES_DIR itself is the store. */
export function openReleaseOrigin(
  { releaseStore, releasesDir, objectStore }: Pick<Config, 'releaseStore' | 'releasesDir' | 'objectStore'>,
  database: SiteDatabase,
  warn: (message: string) => void,
): { journal: DatabaseJournal; origin: JournalOrigin } | null {
  if (releaseStore === 'folder' || objectStore === null) return null;
  const journal = new DatabaseJournal(database);
  return { journal, origin: new JournalOrigin(releasesDir, journal, bundlesIn(releaseBucket(objectStore)), warn) };
}

/** Keeps RELEASES_DIR up to date, if it is the copy of the releases in the database and the bucket. */
export class ReleaseCopy implements OnApplicationBootstrap, OnModuleDestroy {
  /** Any process may continue an upload that another one began. */
  readonly uploads: UploadFiles;
  private readonly origin: JournalOrigin | null;
  private following: Promise<void> | null = null;
  private timer: NodeJS.Timeout | null = null;
  private leave: () => void = () => undefined;
  private failure = '';

  constructor(
    private readonly config: Config,
    database: SiteDatabase,
    private readonly logger: Pick<Logger, 'warn'>,
  ) {
    const warn = (message: string) => logger.warn({ event: 'release-lost', message });
    this.origin = openReleaseOrigin(config, database, warn)?.origin ?? null;
    this.uploads =
      this.origin && config.objectStore
        ? new BucketUploads(releaseBucket(config.objectStore))
        : new FolderUploads(config.releasesDir);
  }

  /** Before anything reads the folder. @throws Error if the folder cannot be brought up to date */
  async open(): Promise<this> {
    if (!this.origin) return this;
    await this.origin.repair();
    this.leave = keepInOrigin(this.config.releasesDir, this.origin);
    return this;
  }

  onApplicationBootstrap(): void {
    if (!this.origin) return;
    this.timer = setInterval(() => void this.follow(), FOLLOW_MS);
    this.timer.unref();
  }

  async onModuleDestroy(): Promise<void> {
    if (this.timer) clearInterval(this.timer);
    await this.following;
    this.leave();
    await this.origin?.close();
  }

  /** Fetches what other processes have changed. If that fails, the site continues with what it has, and retries. */
  follow(): Promise<void> {
    const { origin } = this;
    if (!origin) return Promise.resolve();
    this.following ??= origin
      .follow()
      .then(
        () => this.note(''),
        (cause: unknown) => this.note(cause instanceof Error ? cause.message : String(cause)),
      )
      .finally(() => {
        this.following = null;
      });
    return this.following;
  }

  /** Like `follow`, but includes everything that was changed before the call. */
  async followNow(): Promise<void> {
    await this.following;
    await this.follow();
  }

  /** Logs a failure once, not on each attempt. */
  private note(failure: string): void {
    if (failure !== '' && failure !== this.failure) this.logger.warn({ event: 'releases-not-followed', message: failure });
    this.failure = failure;
  }
}
