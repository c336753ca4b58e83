import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { releasePaths } from '../paths.ts';

/** Where files of uploads wait until their release is complete. */
export interface UploadFiles {
  /** Undefined if there is no such file. */
  read(app: string, release: string, name: string): Promise<Buffer | undefined>;
  /** Complete or not at all: an aborted request must leave nothing that looks like a file. */
  write(app: string, release: string, name: string, content: Buffer): Promise<void>;
  /** The files of an upload. */
  names(app: string, release: string): Promise<ReadonlySet<string>>;
  remove(app: string, release: string): Promise<void>;
  /** Uploads of an app, with the time of their last change. */
  pending(app: string): Promise<{ readonly release: string; readonly at: Date }[]>;
}

/** Uploads in the folder of the store. */
export class FolderUploads implements UploadFiles {
  constructor(private readonly root: string) {}

  read(app: string, release: string, name: string): Promise<Buffer | undefined> {
    return readFile(join(this.folder(app, release), name)).catch(() => undefined);
  }

  async write(app: string, release: string, name: string, content: Buffer): Promise<void> {
    const folder = this.folder(app, release);
    const temporary = join(folder, `${name}.${randomUUID()}.tmp`);
    await mkdir(folder, { recursive: true });
    try {
      await writeFile(temporary, content, { flag: 'wx' });
      await rename(temporary, join(folder, name));
    } catch (cause) {
      await rm(temporary, { force: true });
      throw cause;
    }
  }

  async names(app: string, release: string): Promise<ReadonlySet<string>> {
    return new Set(await readdir(this.folder(app, release)).catch(() => []));
  }

  async remove(app: string, release: string): Promise<void> {
    await rm(this.folder(app, release), { recursive: true, force: true });
  }

  async pending(app: string): Promise<{ release: string; at: Date }[]> {
    const found: { release: string; at: Date }[] = [];
    for (const release of await readdir(releasePaths.uploads(this.root, app)).catch(() => [])) {
      const folder = await stat(this.folder(app, release)).catch(() => null);
      if (folder) found.push({ release, at: folder.mtime });
    }
    return found;
  }

  private folder(app: string, release: string): string {
    return join(releasePaths.uploads(this.root, app), release);
  }
}
