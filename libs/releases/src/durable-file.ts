import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** Syncs the names in a folder, or the content of a file. */
export async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

interface DurableFile {
  /** On the same disk as the file. */
  readonly temporary?: string;
  /** Permissions, as in 0o640. */
  readonly mode?: number;
}

/**
 * Writes or replaces a file so that a reader, even after a power failure, finds either what was there before or all of the new content:
 * temporary file, fsync, rename, fsync of the folder.
 */
export async function writeDurably(
  path: string,
  content: string | Uint8Array,
  { temporary = join(dirname(path), `.${basename(path)}.${randomUUID()}.tmp`), mode = 0o644 }: DurableFile = {},
): Promise<void> {
  try {
    const handle = await open(temporary, 'wx', mode);
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, path);
    await syncPath(dirname(path));
  } catch (cause) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw cause;
  }
}

const INCOMING = '.incoming-';

/**
 * Replaces a folder with one that is written beside it: complete or not at all. Only one process at a time may do so in a parent
 * folder.
 */
export async function placeFolder(target: string, write: (temporary: string) => Promise<void>): Promise<void> {
  const parent = dirname(target);
  await mkdir(parent, { recursive: true });
  // Left by a process that was killed.
  for (const name of await readdir(parent))
    if (name.startsWith(INCOMING)) await rm(join(parent, name), { recursive: true, force: true });
  const temporary = join(parent, `${INCOMING}${randomUUID()}`);
  try {
    await write(temporary);
    await rm(target, { recursive: true, force: true });
    await rename(temporary, target);
    await syncPath(parent);
  } catch (cause) {
    await rm(temporary, { recursive: true, force: true });
    throw cause;
  }
}

/** Writes a file of the folder that `placeFolder` puts in place. */
export async function putDurably(target: string, content: Buffer | string): Promise<void> {
  await mkdir(dirname(target), { recursive: true });
  const handle = await open(target, 'w');
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
