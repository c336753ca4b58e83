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
  /** The revision up to which this process has brought the folder. */
  private pulled = 0;

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
    const { root, journal, lost, retries, pulled } = this;
    const [copied, head] = [await copiedRevision(root), await journal.head()];
    // Another process that uses the folder may have noticed the loss first.
    const isLoss = copied === undefined || (copied === 0 && !lost.isLost);
    if (isLoss && pulled > 0) lost.noteLoss();
    const isCheck = lost.isCheckDue();
    const isCurrent = copied === head || (copied === 0 && pulled === head);
    if (isCurrent && !isCheck && retries.due() === undefined) return;
    await withLock(releasePaths.registryLock(root), async () => this.retry(await (isCheck ? this.check() : this.pull())));
  }

  /** Like `follow`, but also replaces releases and documents that are missing or damaged in the folder. */
  async repair(): Promise<void> {
    await withLock(releasePaths.registryLock(this.root), async () => this.settle(await this.compareAll()));
  }

  /** Makes whoever uses the folder next look for what is missing in it. */
  async close(): Promise<void> {
    const { root, retries, lost } = this;
    if (retries.size === 0 && !lost.isLost) return;
    const note = async (): Promise<void> => {
      if ((await copiedRevision(root)) !== undefined) await noteRevision(root, 0);
    };
    // A full disk may keep even this from being written; a server checks everything when it starts.
    await withLock(releasePaths.registryLock(root), note).catch(() => undefined);
  }

  async pull(): Promise<number> {
    const { root, journal, lost } = this;
    const copied = await copiedRevision(root);
    if (copied === undefined) await this.claim();
    const head = await journal.head();
    const hasLive = head === 0 || existsSync(releasePaths.registryCurrent(root));
    if (head === copied && hasLive && !lost.isLost) return head;
    // The database may be an older backup.
    const isAll = copied === undefined || head < copied || !hasLive || lost.isLost;
    await this.fill(isAll ? 0 : copied, head, copied === undefined);
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
  private async pullReleases(last: ReadonlyMap<string, string | null>, checksHashes: boolean): Promise<ReleaseName[]> {
    const gone: ReleaseName[] = [];
    for (const [path, text] of last) {
      const name = nameOf(path);
      if (!name) continue;
      if (text === null) gone.push(name);
      else await this.pullRelease(name, readStored(text), checksHashes);
    }
    return gone;
  }

  /** Makes the folder a copy, if it is not one. @throws ReleaseError RELEASE_REFUSED if it has releases of its own */
  private async claim(): Promise<void> {
    const { root, journal } = this;
    if ((await copiedRevision(root)) !== undefined) return;
    if (this.pulled > 0) this.lost.noteLoss();
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

  /**
   * Fetches what the folder lacks. Files come first and the live registry last, so that no visitor gets a page whose files are not there.
   * @param known the revision up to which nothing is missing
   * @param checksHashes whether every file of a release is checked, not only its manifest
   */
  private async fill(known: number, head: number, checksHashes: boolean): Promise<void> {
    const { root, journal } = this;
    const current = releasePaths.registryCurrent(root);
    const writtenBefore = this.written;
    const last = lastOf(inOrder(await journal.documents(known)));
    const gone = await this.pullReleases(last, checksHashes);
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
  }

  /** Compares everything with its hashes, and fetches what is missing. @returns the revision that the folder is at now */
  private async compareAll(): Promise<number> {
    await this.claim();
    const head = await this.journal.head();
    await this.fill(0, head, true);
    return head;
  }

  /** Checks everything, after the folder was deleted. */
  private async check(): Promise<number> {
    const writtenBefore = this.written;
    let isComplete = false;
    let head: number;
    try {
      head = await this.compareAll();
      isComplete = this.written === writtenBefore && this.retries.size === 0;
    } finally {
      this.lost.checked(isComplete);
    }
    await this.settle(head);
    return head;
  }

  /**
   * Notes the revision that the folder is at, or 0 as long as something may be missing: then every process and every change compares all
   * documents and manifests. No change is being made, because this runs under the folder's lock: what was placed but not committed was
   * left by one that failed, or by a killed process. From here on, whatever is older than the file with the revision belongs to it or
   * to an earlier one.
   */
  private async settle(revision: number): Promise<void> {
    const { root, lost } = this;
    for (const name of await this.uncommitted()) await removeUncommitted(root, name);
    this.pulled = revision;
    // Deleted meanwhile: whatever is there now has to be claimed first.
    if ((await copiedRevision(root)) === undefined) return;
    await writeDurably(releasePaths.copyRevision(root), String(lost.isLost ? 0 : revision));
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
      // Servers read the releases again when this file is replaced.
      const current = releasePaths.registryCurrent(root);
      await writeDurably(current, await readFile(current, 'utf8'));
    } catch (cause) {
      // The bucket or the database, for instance, cannot be reached.
      retries.fail(path);
      this.warn(`${path} cannot be fetched again: ${(cause as Error).message}`);
    }
  }

  private async pullRelease(name: ReleaseName, stored: StoredRelease, checksHashes: boolean): Promise<void> {
    const { root, journal, retries } = this;
    const path = folderOf(name);
    const isRetry = retries.has(path);
    const isSame = (await manifestIntegrity(root, name)) === stored.manifest;
    const isHere = isSame && (!(checksHashes || isRetry) || (await isWhole(root, name)));
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
