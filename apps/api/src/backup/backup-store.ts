import { createHash } from 'node:crypto';
import * as v from 'valibot';
import type { BackupPlace } from './backup-place.ts';
import { isReleasePath } from './release-place.ts';

const CONTENT = 'content';
const BACKUPS = 'backups';

const HashSchema = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));
const FilesSchema = v.record(v.string(), HashSchema);

const BackupSchema = v.object({
  schema: v.literal(1),
  madeAt: v.pipe(v.string(), v.isoTimestamp()),
  /** The rows, as a SQLite database, compressed with gzip. */
  database: HashSchema,
  /** Number of rows by table, to recognize a complete copy. */
  rows: v.record(v.string(), v.number()),
  /** SHA-256 of pictures by key. */
  pictures: FilesSchema,
  /** Ids of pictures that are still in the rows, but were deleted while the backup was being made. */
  takenBack: v.array(v.string()),
  /** SHA-256 of the files in RELEASES_DIR, or of the bucket's objects, by path. */
  releases: FilesSchema,
  /** Effective settings, without secrets. */
  settings: v.record(v.string(), v.string()),
  /** Names of the secrets that were set. */
  secrets: v.array(v.string()),
});

/** What one backup consists of. */
export type Backup = v.InferOutput<typeof BackupSchema>;

export const hashOf = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex');

const contentPath = (hash: string): string => `${CONTENT}/${hash.slice(0, 2)}/${hash}`;

/** Hashes of everything that a backup needs. */
export const contentOf = ({ database, pictures, releases }: Backup): ReadonlySet<string> =>
  new Set([database, ...Object.values(pictures), ...Object.values(releases)]);

/** File names have no colons, and sort by time; the hash of the text reveals damage. */
const nameOf = (madeAt: string, text: string): string =>
  `${BACKUPS}/${madeAt.replaceAll(':', '-')}-${hashOf(Buffer.from(text)).slice(0, 16)}.json`;

/** Null for anything else. */
function readBackup(text: string): Backup | null {
  try {
    return v.parse(BackupSchema, JSON.parse(text));
  } catch {
    return null;
  }
}

function parseBackup(path: string, text: string): Backup {
  const backup = readBackup(text);
  if (backup === null || nameOf(backup.madeAt, text) !== path)
    throw new Error(`${path} is damaged, or from another version of the site`);
  const foreign = Object.keys(backup.releases).find((name) => !isReleasePath(name));
  if (foreign !== undefined)
    throw new Error(
      `${path} was not made by this site: it lists ${JSON.stringify(foreign)} as a file of the releases. Find out who could have written it, and restore an earlier one with --at`,
    );
  return backup;
}

/**
 * Content is stored once under its SHA-256, however many backups need it. A backup is a list, written last: without the list
 * there is no backup.
 */
export class BackupStore {
  constructor(readonly place: BackupPlace) {}

  /** Paths of the backups, newest first. */
  async paths(): Promise<string[]> {
    const paths: string[] = [];
    for await (const { path } of this.place.list(BACKUPS)) if (path.endsWith('.json')) paths.push(path);
    return paths.sort().toReversed();
  }

  /** @throws Error if it is damaged */
  async read(path: string): Promise<Backup> {
    const text = await this.place.get(path);
    if (text === null) throw new Error(`${path} is gone`);
    return parseBackup(path, text.toString());
  }

  /** The newest backup made at or before a point in time. @throws Error if there is none, or it is damaged */
  async newest(at = '~'): Promise<Backup> {
    const path = (await this.paths()).find((name) => name.slice(BACKUPS.length + 1) < `${at.replaceAll(':', '-')}~`);
    if (path === undefined)
      throw new Error(`there is no backup in ${this.place.name}${at === '~' ? '' : ` from ${at} or before`}`);
    return this.read(path);
  }

  /** All stored content, with the time when it was stored. */
  async content(): Promise<Map<string, Date>> {
    const stored = new Map<string, Date>();
    for await (const { path, modifiedAt } of this.place.list(CONTENT)) stored.set(path.slice(CONTENT.length + 4), modifiedAt);
    return stored;
  }

  async putContent(hash: string, content: Uint8Array): Promise<void> {
    await this.place.put(contentPath(hash), content);
  }

  /** Null if it is missing or damaged. */
  async getContent(hash: string): Promise<Buffer | null> {
    const content = await this.place.get(contentPath(hash));
    return content !== null && hashOf(content) === hash ? content : null;
  }

  async removeContent(hash: string): Promise<void> {
    await this.place.remove(contentPath(hash));
  }

  /** Completes a backup. All of its content must already be stored. */
  async put(backup: Backup): Promise<void> {
    const text = JSON.stringify(backup);
    await this.place.put(nameOf(backup.madeAt, text), Buffer.from(text));
  }

  async remove(path: string): Promise<void> {
    await this.place.remove(path);
  }
}
