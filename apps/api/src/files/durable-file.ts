import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The code of a system error, such as ENOENT; empty for any other error. */
export const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';

export const isMissing = (error: unknown): boolean => codeOf(error) === 'ENOENT';

/** Syncs the names in a folder, or the content of a file. */
export async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Writes a file that is complete or not there at all: to a temporary name on the same disk, synced, renamed, and the rename synced.
 * @param mode permissions, as in 0o640
 */
export async function writeDurably(target: string, content: Uint8Array, temporary: string, mode: number): Promise<void> {
  try {
    const handle = await open(temporary, 'wx', mode);
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, target);
    await syncPath(dirname(target));
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
}
