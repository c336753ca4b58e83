import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isWhole } from '../origin/folder-copy.ts';
import { JournalOrigin } from '../origin/journal-origin.ts';
import type { JournalRow, ReleaseBundles, ReleaseJournal } from '../origin/journal.ts';
import { keepInOrigin } from '../origin/store-origin.ts';
import type { BuildOutput } from '../build-output.ts';
import { releasePaths } from '../paths.ts';
import { publish, type PublishResult } from '../publish.ts';
import { aRemoteBuild, testKeys } from './builds.ts';

const testTime = new Date('2026-11-20T10:00:00Z');
const REGISTRY = /^registry\//;

/** The journal of one process; the API's is tested on real databases. */
export function aJournal(): ReleaseJournal {
  const changes: (readonly JournalRow[])[] = [];
  const between = (after: number, upTo: number) => changes.slice(after, upTo).flat();
  return {
    exclusively: (work) => work(),
    head: async () => changes.length,
    documents: async (after) => between(after, changes.length).filter(({ path }) => !REGISTRY.test(path)),
    registries: async (after, upTo) => between(after, upTo).filter(({ path }) => REGISTRY.test(path)),
    last: async (paths) => between(0, changes.length).filter(({ path }) => paths.includes(path)),
    append: async (revision, rows) => {
      expect(revision).toBe(changes.length + 1);
      changes.push(rows);
    },
  };
}

export const eggs = (hash: string) => aRemoteBuild({ hash, text: `export const ${hash} = 1` });

export const publishIn = (root: string, build: BuildOutput): Promise<PublishResult> => publish(root, build, testKeys, testTime);

export const scriptOf = (root: string, hash: string): string =>
  join(releasePaths.release(root, 'eggs', eggs(hash).manifest.release), 'remoteEntry.js');

export function hasEggs(root: string, hash: string): Promise<boolean> {
  const { app, release } = eggs(hash).manifest;
  return isWhole(root, { app, release });
}

export const aFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'journal-origin-'));

/** Processes that share a journal and a bucket, both in memory. Tests may replace any method of either. */
export class JournalSite {
  journal = aJournal();
  /** Milliseconds. */
  clock = 0;
  downloads = 0;
  readonly warnings: string[] = [];
  readonly stored = new Map<string, Buffer>();
  readonly bundles: ReleaseBundles = {
    put: async (key, content) => void this.stored.set(key, content),
    get: async (key) => {
      this.downloads += 1;
      return this.stored.get(key) ?? null;
    },
    remove: async (key) => void this.stored.delete(key),
    list: () => this.list(),
  };
  private readonly folders: string[] = [];
  private readonly leaves: (() => void)[] = [];

  /** The origin of one process, with a copy in this folder. */
  originIn(root: string): JournalOrigin {
    return new JournalOrigin(
      root,
      this.journal,
      this.bundles,
      (message) => this.warnings.push(message),
      () => this.clock,
    );
  }

  /** A process with its own copy. */
  async aProcess(): Promise<{ root: string; origin: JournalOrigin }> {
    const root = await aFolder();
    const origin = this.originIn(root);
    this.keep(root, origin);
    return { root, origin };
  }

  /** Changes in this folder are stored in its origin until the site is closed. */
  keep(root: string, origin: JournalOrigin): void {
    this.folders.push(root);
    this.leaves.push(keepInOrigin(root, origin));
  }

  async close(): Promise<void> {
    for (const leave of this.leaves) leave();
    await Promise.all(this.folders.map((folder) => rm(folder, { recursive: true, force: true })));
  }

  private async *list() {
    for (const key of this.stored.keys()) yield { key, modifiedAt: testTime };
  }
}
