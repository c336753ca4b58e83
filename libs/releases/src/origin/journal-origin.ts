import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { keepUntil } from '../collect-garbage.ts';
import { writeDurably } from '../durable-file.ts';
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
  textOf,
  writeIfChanged,
} from './folder-copy.ts';
import {
  DOCUMENT,
  folderOf,
  inOrder,
  lastOf,
  nameOf,
  readStored,
  registryPath,
  statementOf,
  type ReleaseBundles,
  type ReleaseJournal,
  type StoredRelease,
} from './journal.ts';
import { changeRows } from './change-rows.ts';
import { LostCopy } from './lost-copy.ts';
import { filesOf } from './release-bundle.ts';
import { ReleaseRetries } from './release-retries.ts';
import type { ReleaseName, StoreChange, StoreOrigin } from './store-origin.ts';

const REVISIONS_AT_ONCE = 200;
/** A bundle without a row may belong to a change that is being made. */
const UNCOMMITTED_LIFE_MS = 86_400_000;

/** A store that consists of a journal and bundles. Each process has a copy of it in a folder. */
export class JournalOrigin implements StoreOrigin {
  private readonly retries: ReleaseRetries;
  private readonly lost: LostCopy;
  /** Counts the releases and documents written to the folder: a check that writes none has found everything. */
  private written = 0;
  /** The revision up to which this process has brought the folder; undefined before the first time. */
  private pulled: number | undefined;

  /** @param warn is called with a message for each release that is missing, damaged, or cannot be written to the folder */
  constructor(
    private readonly root: string,
    private readonly journal: ReleaseJournal,
    private readonly bundles: ReleaseBundles,
    private readonly warn: (message: string) => void,
    now: () => number = () => performance.now(),
  ) {
    this.retries = new ReleaseRetries(now);
    this.lost = new LostCopy(now);
  }

  exclusively<T>(work: () => Promise<T>): Promise<T> {
    return this.journal.exclusively(work);
  }

  /** Brings the folder up to date if it lacks a change or was deleted, and fetches a release that could not be written. */
  async follow(): Promise<void> {
    const { root, journal, lost, retries } = this;
    const [copied, head] = [await copiedRevision(root), await journal.head()];
    const isUnchecked = copied === 0 && head > 0 && !lost.isLost;
    if ((copied === undefined || isUnchecked) && this.pulled !== undefined) lost.noteLoss();
    const isCheck = lost.isCheckDue();
    const isCurrent = copied === head || (copied === 0 && this.pulled === head);
    if (isCurrent && !isCheck && retries.due() === undefined) return;
    await withLock(releasePaths.registryLock(root), async () => this.retry(await (isCheck ? this.check() : this.pull())));
  }

  /** Like `follow`, but also replaces releases and documents that are missing or damaged in the folder. */
  async repair(): Promise<void> {
    await withLock(releasePaths.registryLock(this.root), () => this.pull(true));
  }

  /** Makes whoever uses the folder next look for what could not be written to it. */
  async close(): Promise<void> {
    if (this.retries.size === 0) return;
    // A full disk may keep even this from being written; a server checks everything when it starts.
    await withLock(releasePaths.registryLock(this.root), () => noteRevision(this.root, 0)).catch(() => undefined);
  }

  /**
   * Files come first and the live registry last, so that no visitor gets a page whose files are not there. Runs under the folder's lock,
   * so no change is being made: what was placed but not committed was left by one that failed, or by a killed process.
   * @param checksHashes whether the files of all releases are checked too, not only their manifests
   */
  async pull(checksHashes = false): Promise<number> {
    const { root, journal } = this;
    const current = releasePaths.registryCurrent(root);
    const copied = await copiedRevision(root);
    const writtenBefore = this.written;
    if (copied === undefined) {
      if (this.pulled !== undefined) this.lost.noteLoss();
      await this.claim();
    }
    const head = await journal.head();
    const isThere = head === 0 || existsSync(current);
    const checksAll = checksHashes || copied === undefined;
    if (head === copied && isThere && !checksAll) return head;
    // The database may be an older backup.
    const known = checksAll || head < copied || !isThere ? 0 : copied;
    const last = lastOf(inOrder(await journal.documents(known)));
    const gone = await this.pullReleases(last, checksAll);
    await this.write(last);
    let live: string | null = null;
    for (let after = known; after < head; after += REVISIONS_AT_ONCE) {
      const registries = await journal.registries(after, Math.min(head, after + REVISIONS_AT_ONCE));
      await this.write(lastOf(registries));
      live = registries.at(-1)?.text ?? live;
    }
    // Servers read the releases again when this file is replaced.
    if (live !== null) await (this.written > writtenBefore ? writeDurably(current, live) : this.put(current, live));
    // Visitors get the newest registry from here on; the rest may take its time.
    for (const name of gone) await removeRelease(root, name);
    await this.settle(head);
    return head;
  }

  async commit(change: StoreChange, revision: number): Promise<void> {
    const rows = await changeRows(change, { root: this.root, journal: this.journal, bundles: this.bundles });
    if (rows.length > 0) await this.journal.append(revision + 1, inOrder(rows));
  }

  async removeUnused(now: Date): Promise<void> {
    const rows = (await this.journal.documents(0)).filter(({ path }) => nameOf(path));
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
      const name = nameOf(path);
      if (!name) continue;
      if (text === null) gone.push(name);
      else await this.pullRelease(name, readStored(text), checksAll);
    }
    return gone;
  }

  /** Makes the folder a copy. @throws ReleaseError RELEASE_REFUSED if it has releases of its own */
  private async claim(): Promise<void> {
    const { root, journal } = this;
    const live = await textOf(releasePaths.registryCurrent(root));
    const path = live === undefined ? undefined : registryPath(live);
    // A copy that was deleted or filled only in part has a registry of the journal.
    const isCopy = path !== undefined && lastOf(await journal.last([path])).get(path) === live;
    if (live !== undefined && !isCopy)
      throw new ReleaseError(
        'RELEASE_REFUSED',
        `${root} has releases of its own: \`site move-releases\` moves them into the database; or set RELEASES_DIR to an empty folder`,
      );
    await this.put(releasePaths.copyRevision(root), '0');
  }

  /** Checks everything, after the folder was deleted. */
  private async check(): Promise<number> {
    const { lost, retries } = this;
    const writtenBefore = this.written;
    try {
      const head = await this.pull(true);
      const isComplete = this.written === writtenBefore && retries.size === 0;
      lost.checked(isComplete);
      if (isComplete) await this.settle(head);
      return head;
    } catch (cause) {
      lost.checked(false);
      throw cause;
    }
  }

  /**
   * From here on, whatever is older than the file with the revision belongs to it or to an earlier one. Revision 0 means that something
   * may be missing: every process and every change compares everything.
   */
  private async settle(revision: number): Promise<void> {
    const { root, lost } = this;
    for (const name of await this.uncommitted()) await removeUncommitted(root, name);
    if ((await copiedRevision(root)) === undefined) lost.noteLoss();
    await writeDurably(releasePaths.copyRevision(root), String(lost.isLost ? 0 : revision));
    this.pulled = revision;
  }

  /** Fetches one release that could not be written, if it is time to. */
  private async retry(revision: number): Promise<void> {
    const { root, journal, retries } = this;
    const path = retries.due();
    const name = path === undefined ? undefined : nameOf(path);
    if (path === undefined || !name) return;
    try {
      const text = lastOf(await journal.last([path])).get(path);
      if (!text) return retries.remove(path);
      await this.pullRelease(name, readStored(text), false);
      if (retries.has(path)) return;
      await this.settle(revision);
      // Servers read the releases again when this file is another one.
      const current = releasePaths.registryCurrent(root);
      await writeDurably(current, await readFile(current, 'utf8'));
    } catch (cause) {
      // The bucket or the database, for instance, cannot be reached.
      retries.fail(path);
      this.warn(`${path} cannot be fetched again: ${(cause as Error).message}`);
    }
  }

  private async pullRelease(name: ReleaseName, stored: StoredRelease, checksAll: boolean): Promise<void> {
    const { root, journal, retries } = this;
    const path = folderOf(name);
    const isRetry = retries.has(path);
    const isSame = (await manifestIntegrity(root, name)) === stored.manifest;
    const isHere = isSame && (!(checksAll || isRetry) || (await isWhole(root, name)));
    if ((!isHere || isRetry) && retries.isPaused()) return retries.add(path);
    const bundle = isHere ? undefined : await this.bundles.get(stored.key);
    const files = bundle === undefined ? undefined : filesOf(bundle, stored);
    if (typeof files === 'string') {
      // Waiting would not bring it back: the site goes on without it, as with any damaged release.
      this.warn(`${path} ${files}`);
      return retries.remove(path);
    }
    const statement = isHere && !isRetry ? [] : await journal.last([statementOf(name)]);
    try {
      if (files) {
        await placeRelease(root, name, files);
        this.written += 1;
      }
      await this.write(lastOf(statement));
      if (stored.until !== undefined) await keepUntil(root, name.app, name.release, new Date(stored.until));
      if (files || isRetry) retries.succeed(path);
    } catch (cause) {
      // A full disk, for instance. The site goes on without the release until it can be written.
      retries.fail(path);
      this.warn(`${path} cannot be written: ${(cause as Error).message}`);
    }
  }

  /** Leaves out statements of releases that are not in the folder. */
  private async write(rows: ReadonlyMap<string, string | null>): Promise<void> {
    for (const [path, text] of rows) {
      if (text === null || !DOCUMENT.test(path)) continue;
      const target = join(this.root, path);
      if (path.startsWith('r/') && !existsSync(dirname(target))) continue;
      await this.put(target, text);
    }
  }

  private async put(path: string, text: string): Promise<void> {
    if (await writeIfChanged(path, text)) this.written += 1;
  }
}
