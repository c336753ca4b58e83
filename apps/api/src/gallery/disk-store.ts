import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncPath, writeDurably } from '@site/releases';
import { codeOf, isMissing } from '../error-code.ts';
import { GalleryError } from './gallery.errors.ts';
import { checkKey, isKey, type OpenedFile, type PictureStore, type StoredFile } from './picture-store.ts';

const UNFINISHED = '.tmp';
const QUARANTINE = 'quarantine';
const FULL = new Set(['ENOSPC', 'EDQUOT']);
const NOT_WRITABLE = new Set(['EROFS', 'EACCES', 'EPERM', 'EMFILE', 'ENFILE']);

/** Files below one folder, each written to a temporary name, synced and renamed durably, so that none is ever incomplete. */
export class DiskStore implements PictureStore {
  /** Folders whose directory entry is known to be synced. */
  private readonly madeFolders = new Set<string>();
  private isBroken = false;

  /** @param onBroken called if a sync failed */
  constructor(
    private readonly root: string,
    private readonly onBroken: (reason: string) => void = () => undefined,
  ) {}

  async prepare(): Promise<void> {
    try {
      await this.makeFolder(this.root);
    } catch (error) {
      throw this.explain(error);
    }
  }

  async put(key: string, content: Uint8Array): Promise<void> {
    const target = join(this.root, checkKey(key));
    try {
      await this.makeFolder(dirname(target));
      await writeDurably(target, content, { temporary: join(this.root, `${randomUUID()}${UNFINISHED}`), mode: 0o640 });
    } catch (error) {
      throw this.explain(error);
    }
  }

  async get(key: string): Promise<Buffer | null> {
    return this.ifExists(key, (path) => readFile(path));
  }

  async open(key: string): Promise<OpenedFile | null> {
    const file = await this.ifExists(key, (path) => open(path));
    if (!file) return null;
    try {
      const { size } = await file.stat();
      // Without `end`, the stream would read once more to detect the end of the file.
      return { bytes: size, content: file.createReadStream({ end: Math.max(size - 1, 0) }) };
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  async remove(key: string): Promise<void> {
    const path = join(this.root, checkKey(key));
    await rm(path, { force: true });
    // A file that reappears after a crash is an orphan, and a sweep removes it.
    if (this.isBroken) return;
    await syncPath(dirname(path)).catch((error: unknown) => {
      if (!isMissing(error)) throw error;
    });
  }

  async quarantine(key: string): Promise<void> {
    const folder = join(this.root, QUARANTINE);
    await mkdir(folder, { recursive: true });
    await rename(join(this.root, checkKey(key)), join(folder, key.slice(3)));
  }

  async *list(): AsyncIterable<StoredFile> {
    await this.requireFolder(this.root);
    for (const folder of await readdir(this.root)) {
      if (!/^[0-9a-f]{2}$/.test(folder)) continue;
      for (const name of await readdir(join(this.root, folder))) {
        const key = `${folder}/${name}`;
        // File managers, network file systems and people leave other files here.
        if (!isKey(key)) continue;
        const found = await stat(join(this.root, key)).catch(() => null);
        if (found) yield { key, modifiedAt: found.mtime };
      }
    }
  }

  async removeUnfinished(olderThan: Date): Promise<{ removed: number; stuck: string[] }> {
    let removed = 0;
    const stuck: string[] = [];
    await this.requireFolder(this.root);
    for (const name of await readdir(this.root)) {
      if (!name.endsWith(UNFINISHED)) continue;
      const path = join(this.root, name);
      const found = await stat(path).catch(() => null);
      if (!found || found.mtime > olderThan) continue;
      try {
        await rm(path, { force: true });
        removed += 1;
      } catch (error) {
        stuck.push(`${name} (${codeOf(error)})`);
      }
    }
    return { removed, stuck };
  }

  async freeBytes(): Promise<number> {
    await this.prepare();
    try {
      const { bavail, bsize } = await statfs(this.root);
      return bavail * bsize;
    } catch (error) {
      throw this.explain(error);
    }
  }

  private async ifExists<T>(key: string, read: (path: string) => Promise<T>): Promise<T | null> {
    const path = join(this.root, checkKey(key));
    try {
      return await read(path);
    } catch (error) {
      if (!isMissing(error)) throw error;
      await this.requireFolder(dirname(path));
      return null;
    }
  }

  /** The site removes files but never a folder: if one is missing, the disk is not mounted, and nothing is lost. */
  private async requireFolder(folder: string): Promise<void> {
    try {
      await stat(folder);
    } catch (error) {
      if (!isMissing(error)) throw error;
      throw new GalleryError('STORE_UNAVAILABLE', `the folder ${folder} does not exist`);
    }
  }

  private explain(error: unknown): unknown {
    const code = codeOf(error);
    if (FULL.has(code)) return new GalleryError('STORAGE_FULL', 'the disk is full');
    if (NOT_WRITABLE.has(code)) return new GalleryError('STORE_UNAVAILABLE', `the disk is not writable (${code})`);
    // After a failed sync the kernel may have dropped the data, and a second sync would wrongly succeed.
    if (code === 'EIO') {
      this.isBroken = true;
      this.onBroken('a write to the disk failed (EIO)');
    }
    return error;
  }

  private async makeFolder(folder: string): Promise<void> {
    if (this.madeFolders.has(folder)) return;
    await mkdir(folder, { recursive: true });
    // A new folder's name is durable only once its parent folder is synced.
    await syncPath(dirname(folder));
    this.madeFolders.add(folder);
  }
}
