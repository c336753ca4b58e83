import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { statementTextOf } from '../authority/vouch.ts';
import { keepUntil } from '../collect-garbage.ts';
import { ReleaseError } from '../errors.ts';
import { withLock } from '../lock.ts';
import { releasePaths } from '../paths.ts';
import {
  copiedRevision,
  isWhole,
  manifestIntegrity,
  noteRevision,
  placedSince,
  placeRelease,
  removeRelease,
  removeUncommitted,
  writeIfChanged,
} from './folder-copy.ts';
import { packRelease, unpackRelease } from './release-bundle.ts';
import { ReleaseRetries } from './release-retries.ts';
import type { ReleaseName, StoreChange, StoreOrigin } from './store-origin.ts';

/** A path in the store, and what is there: the text of a document; for a release, where its files are; null if it is gone. */
export interface JournalRow {
  readonly path: string;
  readonly text: string | null;
}

/** Every change to a store, numbered. A row is never changed. */
export interface ReleaseJournal {
  exclusively<T>(work: () => Promise<T>): Promise<T>;
  /** Number of the last change; 0: there was none. */
  head(): Promise<number>;
  /** All rows after a revision except those of registries, in order. */
  documents(after: number): Promise<JournalRow[]>;
  /** Rows of registries after one revision and up to another, in order. */
  registries(after: number, upTo: number): Promise<JournalRow[]>;
  /** The last row of each path. */
  last(paths: readonly string[]): Promise<JournalRow[]>;
  /** Adds the change with this number, all rows or none. @throws ReleaseError REGISTRY_BUSY if it exists, STORE_UNREACHABLE */
  append(revision: number, rows: readonly JournalRow[]): Promise<void>;
}

/** Packed releases. A key is never used twice. */
export interface ReleaseBundles {
  put(key: string, content: Buffer): Promise<void>;
  /** Null if there is none. */
  get(key: string): Promise<Buffer | null>;
  remove(key: string): Promise<void>;
  list(): AsyncIterable<{ readonly key: string; readonly modifiedAt: Date }>;
}

interface StoredRelease {
  readonly key: string;
  readonly sha256: string;
  /** Integrity of its `release.json`. */
  readonly manifest: string;
  /** ISO time until which somebody has a link to it. */
  readonly until?: string;
}

const FOLDER = /^r\/([a-z][a-z0-9-]*)\/(\d+\.\d+\.\d+-[0-9a-f]{12})$/;
const DOCUMENT =
  /^(?:r\/[a-z][a-z0-9-]*\/\d+\.\d+\.\d+-[0-9a-f]{12}\/statement|authority\/\d+\.(?:root|targets)|registry\/\d+)\.json$/;
const REVISIONS_AT_ONCE = 200;
/** A bundle without a row may belong to a change that is being made. */
const UNCOMMITTED_LIFE_MS = 86_400_000;

const folderOf = ({ app, release }: ReleaseName): string => `r/${app}/${release}`;
const statementOf = (name: ReleaseName): string => `${folderOf(name)}/statement.json`;
const sha256 = (content: Buffer): string => createHash('sha256').update(content).digest('hex');
const readStored = (text: string): StoredRelease => JSON.parse(text) as StoredRelease;

/** A list of teams comes before the root document that was written with it (see `changeAuthority`). */
const inOrder = (rows: readonly JournalRow[]): JournalRow[] =>
  rows.toSorted((one, other) => Number(one.path.endsWith('.root.json')) - Number(other.path.endsWith('.root.json')));

/** The last row of each path. */
const lastOf = (rows: readonly JournalRow[]): Map<string, string | null> => new Map(rows.map(({ path, text }) => [path, text]));

/** A store that consists of a journal and bundles. Each process has a copy of it in a folder. */
export class JournalOrigin implements StoreOrigin {
  private readonly retries: ReleaseRetries;

  /** @param warn is called with a message for each release that this process lacks */
  constructor(
    private readonly root: string,
    private readonly journal: ReleaseJournal,
    private readonly bundles: ReleaseBundles,
    private readonly warn: (message: string) => void,
    now: () => number = Date.now,
  ) {
    this.retries = new ReleaseRetries(now);
  }

  exclusively<T>(work: () => Promise<T>): Promise<T> {
    return this.journal.exclusively(work);
  }

  /** Brings the folder up to date if it lacks a change, or a release that could not be written. */
  async follow(): Promise<void> {
    const isCurrent = (await copiedRevision(this.root)) === (await this.journal.head());
    if (isCurrent && this.retries.due().length === 0) return;
    await withLock(releasePaths.registryLock(this.root), async () => {
      await this.pull();
      await this.retry();
    });
  }

  /** Like `follow`, but also replaces releases and documents that are missing or damaged in the folder. */
  async repair(): Promise<void> {
    await withLock(releasePaths.registryLock(this.root), () => this.pull(true));
  }

  /**
   * Files come first and the live registry last, so that no visitor gets a page whose files are not there. Runs under the folder's lock,
   * so no change is being made: what was placed but not committed was left by one that failed, or by a killed process.
   */
  async pull(isRepair = false): Promise<number> {
    const { root, journal } = this;
    const current = releasePaths.registryCurrent(root);
    const copied = await copiedRevision(root);
    if (copied === undefined) {
      if (existsSync(current))
        throw new ReleaseError(
          'RELEASE_REFUSED',
          `${root} has releases of its own: \`site move-releases\` moves them into the database; or set RELEASES_DIR to an empty folder`,
        );
      await noteRevision(root, 0);
    }
    const head = await journal.head();
    const checksAll = isRepair || copied === undefined;
    if (head === copied && !checksAll) return head;
    // The database may be an older backup.
    const known = checksAll || head < copied || !existsSync(current) ? 0 : copied;
    const last = lastOf(inOrder(await journal.documents(known)));
    const gone = await this.pullReleases(last, checksAll);
    await this.write(last);
    let live: string | null = null;
    for (let after = known; after < head; after += REVISIONS_AT_ONCE) {
      const registries = await journal.registries(after, Math.min(head, after + REVISIONS_AT_ONCE));
      await this.write(lastOf(registries));
      live = registries.at(-1)?.text ?? live;
    }
    if (live !== null) await writeIfChanged(current, live);
    // Visitors get the newest registry from here on; the rest may take its time.
    for (const name of gone) await removeRelease(root, name);
    for (const name of await this.uncommitted()) await removeUncommitted(root, name);
    await noteRevision(root, head);
    return head;
  }

  async commit(change: StoreChange, revision: number): Promise<void> {
    const rows = await this.rowsOf(change);
    if (rows.length > 0) await this.journal.append(revision + 1, inOrder(rows));
  }

  async removeUnused(now: Date): Promise<void> {
    const rows = (await this.journal.documents(0)).filter(({ path }) => FOLDER.test(path));
    const keysIn = (texts: Iterable<string | null>): Set<string> =>
      new Set([...texts].flatMap((text) => (text === null ? [] : [readStored(text).key])));
    const [known, used] = [keysIn(rows.map(({ text }) => text)), keysIn(lastOf(rows).values())];
    for await (const { key, modifiedAt } of this.bundles.list()) {
      const isNew = !known.has(key) && now.getTime() - modifiedAt.getTime() < UNCOMMITTED_LIFE_MS;
      if (!used.has(key) && !isNew) await this.bundles.remove(key);
    }
  }

  private async uncommitted(): Promise<ReleaseName[]> {
    const placed = await placedSince(this.root);
    const known = lastOf(await this.journal.last(placed.map(folderOf)));
    return placed.filter((name) => !known.get(folderOf(name)));
  }

  /** @returns the releases that are gone */
  private async pullReleases(last: ReadonlyMap<string, string | null>, checksAll: boolean): Promise<ReleaseName[]> {
    const gone: ReleaseName[] = [];
    for (const [path, text] of last) {
      const [, app, release] = FOLDER.exec(path) ?? [];
      if (app === undefined || release === undefined) continue;
      if (text === null) gone.push({ app, release });
      else await this.pullRelease({ app, release }, readStored(text), checksAll);
    }
    return gone;
  }

  private async retry(): Promise<void> {
    const paths = this.retries.due();
    if (paths.length === 0) return;
    const last = lastOf(await this.journal.last(paths));
    for (const path of paths) if (!last.get(path)) this.retries.remove(path);
    await this.pullReleases(last, false);
  }

  private async pullRelease(name: ReleaseName, stored: StoredRelease, checksAll: boolean): Promise<void> {
    const { root, journal, retries } = this;
    const path = folderOf(name);
    if (retries.isWaiting(path)) return;
    const isRetry = retries.has(path);
    const isSame = (await manifestIntegrity(root, name)) === stored.manifest;
    const isHere = isSame && (!(checksAll || isRetry) || (await isWhole(root, name)));
    const bundle = isHere ? undefined : await this.bundles.get(stored.key);
    // Waiting would not bring it back: the site goes on without it, as with any damaged release.
    if (bundle === null || (bundle && sha256(bundle) !== stored.sha256)) {
      retries.remove(path);
      return this.warn(`${path} is ${bundle ? 'damaged' : 'missing'} in the bucket`);
    }
    const statement = isHere && !isRetry ? [] : await journal.last([statementOf(name)]);
    try {
      if (bundle) await placeRelease(root, name, unpackRelease(bundle));
      await this.write(lastOf(statement));
      if (stored.until !== undefined) await keepUntil(root, name.app, name.release, new Date(stored.until));
      retries.remove(path);
    } catch (cause) {
      // A full disk, for instance, says nothing about the release. The site goes on without it until it can be written.
      const { message, syscall } = cause as NodeJS.ErrnoException;
      if (syscall !== undefined)
        return this.warn(`${path} cannot be written: ${message}; another attempt follows in ${retries.add(path) / 1000} s`);
      retries.remove(path);
      this.warn(`${path} cannot be used: ${message}`);
    }
  }

  /** Leaves out statements of releases that are not in the folder. */
  private async write(rows: ReadonlyMap<string, string | null>): Promise<void> {
    for (const [path, text] of rows) {
      if (text === null || !DOCUMENT.test(path)) continue;
      const target = join(this.root, path);
      if (!path.startsWith('r/') || existsSync(dirname(target))) await writeIfChanged(target, text);
    }
  }

  private async rowsOf({ documents = {}, releases = [], gone = [], kept }: StoreChange): Promise<JournalRow[]> {
    const names = [...releases, ...gone, ...(kept ? [kept] : [])];
    const last = lastOf(await this.journal.last(names.flatMap((name) => [folderOf(name), statementOf(name)])));
    const rows: JournalRow[] = Object.entries(documents).map(([path, text]) => ({ path, text }));
    const bundles = new Set<string>();
    if (releases.length > 0) for await (const { key } of this.bundles.list()) bundles.add(key);
    for (const name of releases) rows.push(...(await this.rowsOfRelease(name, last, bundles)));
    for (const name of gone) if (last.get(folderOf(name))) rows.push({ path: folderOf(name), text: null });
    const stored = kept && last.get(folderOf(kept));
    if (!stored) return rows;
    const until = kept.until.toISOString();
    const { until: before = '', ...where } = readStored(stored);
    return until <= before ? rows : [...rows, { path: folderOf(kept), text: JSON.stringify({ ...where, until }) }];
  }

  /** The release and its statement, unless they are stored already. A release that is missing from the bucket is stored again. */
  private async rowsOfRelease(
    name: ReleaseName,
    last: ReadonlyMap<string, string | null>,
    bundles: ReadonlySet<string>,
  ): Promise<JournalRow[]> {
    const manifest = await manifestIntegrity(this.root, name);
    // A release that is missing from the folder cannot be stored; where that matters, the gate has rejected it.
    if (manifest === undefined) return [];
    const rows: JournalRow[] = [];
    const stored = last.get(folderOf(name));
    const isStored = stored && readStored(stored).manifest === manifest && bundles.has(readStored(stored).key);
    if (!isStored) {
      // A damaged release would be of no use to any process.
      if (!(await isWhole(this.root, name))) return [];
      const bundle = await packRelease(releasePaths.release(this.root, name.app, name.release));
      const key = `${name.app}/${name.release}-${randomUUID()}`;
      await this.bundles.put(key, bundle);
      const where: StoredRelease = { key, sha256: sha256(bundle), manifest };
      rows.push({ path: folderOf(name), text: JSON.stringify(where) });
    }
    const text = await statementTextOf(this.root, name.app, name.release);
    if (text !== undefined && (rows.length > 0 || text !== last.get(statementOf(name))))
      rows.push({ path: statementOf(name), text });
    return rows;
  }
}
