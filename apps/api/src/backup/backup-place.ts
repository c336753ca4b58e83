import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { syncPath, writeDurably } from '@site/releases';
import type { ObjectStoreConfig } from '../config/config.ts';
import { isMissing } from '../error-code.ts';
import { Bucket } from '../object-store/bucket.ts';

export interface PlacedFile {
  readonly path: string;
  readonly modifiedAt: Date;
}

/** Where backups are kept: a folder, or a bucket. Paths are relative, with slashes. */
export interface BackupPlace {
  readonly name: string;
  /** Durable, and complete or not there at all. */
  put(path: string, content: Uint8Array): Promise<void>;
  /** Null if there is no such file. */
  get(path: string): Promise<Buffer | null>;
  /** Files below a folder; none if there is no such folder. */
  list(folder: string): AsyncIterable<PlacedFile>;
  /** A missing file counts as removed. */
  remove(path: string): Promise<void>;
}

const UNFINISHED = '.unfinished';

/** Backups in a folder, preferably on another disk or a mounted share. */
export class FolderPlace implements BackupPlace {
  readonly name: string;

  /** @param modes of new files and folders; by default only the owner can read backups, which contain the site's secrets */
  constructor(
    folder: string,
    private readonly modes = { file: 0o600, folder: 0o700 },
  ) {
    this.name = resolve(folder);
  }

  async put(path: string, content: Uint8Array): Promise<void> {
    const target = join(this.name, path);
    await this.makeFolder(dirname(target));
    await writeDurably(target, content, { temporary: `${target}.${randomUUID()}${UNFINISHED}`, mode: this.modes.file });
  }

  get(path: string): Promise<Buffer | null> {
    return readFile(join(this.name, path)).catch((error: unknown) => {
      if (isMissing(error)) return null;
      throw error;
    });
  }

  async *list(folder: string): AsyncIterable<PlacedFile> {
    const entries = await readdir(join(this.name, folder), { recursive: true, withFileTypes: true }).catch((error: unknown) => {
      if (isMissing(error)) return [];
      throw error;
    });
    for (const entry of entries) {
      const path = join(entry.parentPath, entry.name);
      if (!entry.isFile() || path.endsWith(UNFINISHED)) continue;
      const found = await stat(path).catch(() => null);
      if (found) yield { path: relative(this.name, path), modifiedAt: found.mtime };
    }
  }

  remove(path: string): Promise<void> {
    return rm(join(this.name, path), { force: true });
  }

  /** A new folder's name is durable only once its parent folder is synced. */
  private async makeFolder(folder: string): Promise<void> {
    const first = await mkdir(folder, { recursive: true, mode: this.modes.folder });
    if (first === undefined) return;
    for (let made = folder; made.length >= first.length; made = dirname(made)) await syncPath(dirname(made));
  }
}

/** Long enough for the largest database at 20 Mbit/s. */
const DEADLINE_MS = 900_000;

/** Backups in a bucket, under a prefix. */
class BucketPlace implements BackupPlace {
  private readonly bucket: Bucket;

  constructor(
    readonly name: string,
    config: ObjectStoreConfig,
    private readonly prefix: string,
  ) {
    const fail = (reason: string) => new Error(`the backup bucket cannot be used (${reason})`);
    this.bucket = new Bucket(config, { deadlineMs: DEADLINE_MS, fail });
  }

  put(path: string, content: Uint8Array): Promise<void> {
    return this.bucket.put(this.prefix + path, content, 'application/octet-stream');
  }

  get(path: string): Promise<Buffer | null> {
    return this.bucket.get(this.prefix + path);
  }

  async *list(folder: string): AsyncIterable<PlacedFile> {
    for await (const { key, modifiedAt } of this.bucket.list(`${this.prefix}${folder}/`))
      yield { path: key.slice(this.prefix.length), modifiedAt };
  }

  remove(path: string): Promise<void> {
    return this.bucket.remove(this.prefix + path);
  }
}

const BUCKET = /^s3:\/\/([a-z0-9][a-z0-9.-]+)\/(?:(.+?)\/*)?$/;

/**
 * The place that an operator names: a folder, or `s3://bucket/prefix`.
 * @throws Error naming the setting that is missing for a bucket
 */
export function openBackupPlace(name: string, env: Readonly<Record<string, string | undefined>>): BackupPlace {
  if (!name.startsWith('s3:')) return new FolderPlace(name);
  const [, bucket, prefix] = BUCKET.exec(name) ?? [];
  if (bucket === undefined) throw new Error(`${name} must be s3://<bucket>/ or s3://<bucket>/<prefix>`);
  const read = (setting: string): string => {
    const value = env[`BACKUP_${setting}`] || env[setting];
    if (!value) throw new Error(`set BACKUP_${setting} for a backup in a bucket`);
    return value;
  };
  const config = {
    bucket,
    endpoint: read('S3_ENDPOINT').replace(/\/+$/, ''),
    region: env['BACKUP_S3_REGION'] || env['S3_REGION'] || 'us-east-1',
    accessKeyId: read('S3_ACCESS_KEY_ID'),
    secretAccessKey: read('S3_SECRET_ACCESS_KEY'),
  };
  return new BucketPlace(name, config, prefix === undefined ? '' : `${prefix}/`);
}
