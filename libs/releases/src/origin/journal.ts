import { parseRegistry, parseSignedRegistry } from '@site/contracts';
import type { ReleaseName } from './store-origin.ts';

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
  /** Rows of registries after one revision and up to another, in order, and by serial within a revision. */
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

/** The text of a release's row: where its files are. */
export interface StoredRelease {
  readonly key: string;
  readonly sha256: string;
  /** Integrity of its `release.json`. */
  readonly manifest: string;
  /** ISO time until which somebody has a link to it. */
  readonly until?: string;
}

const FOLDER = /^r\/([a-z][a-z0-9-]*)\/(\d+\.\d+\.\d+-[0-9a-f]{12})$/;
export const DOCUMENT =
  /^(?:r\/[a-z][a-z0-9-]*\/\d+\.\d+\.\d+-[0-9a-f]{12}\/statement|authority\/\d+\.(?:root|targets)|registry\/\d+)\.json$/;

export const folderOf = ({ app, release }: ReleaseName): string => `r/${app}/${release}`;

export const statementOf = (name: ReleaseName): string => `${folderOf(name)}/statement.json`;

/** The path of the row with this signed registry; undefined: it is not a registry. Whether it is trustworthy is checked elsewhere. */
export function registryPath(text: string): string | undefined {
  try {
    const { registry } = parseSignedRegistry(JSON.parse(text), 'the live registry');
    return `registry/${parseRegistry(JSON.parse(registry), 'the live registry').serial}.json`;
  } catch {
    return undefined;
  }
}

/** The release whose row has this path; undefined: it is that of a document. */
export function nameOf(path: string): ReleaseName | undefined {
  const [, app, release] = FOLDER.exec(path) ?? [];
  return app === undefined || release === undefined ? undefined : { app, release };
}

export const readStored = (text: string): StoredRelease => JSON.parse(text) as StoredRelease;

/** A list of teams comes before the root document that was written with it (see `changeAuthority`). */
export const inOrder = (rows: readonly JournalRow[]): JournalRow[] =>
  rows.toSorted((one, other) => Number(one.path.endsWith('.root.json')) - Number(other.path.endsWith('.root.json')));

/** The last row of each path. */
export const lastOf = (rows: readonly JournalRow[]): Map<string, string | null> =>
  new Map(rows.map(({ path, text }) => [path, text]));
