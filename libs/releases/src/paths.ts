import { join } from 'node:path';

/** Where everything is under the releases folder (RELEASES_DIR). */
export const releasePaths = {
  release: (root: string, app: string, release: string) => join(root, 'r', app, release),
  manifest: (root: string, app: string, release: string) => join(root, 'r', app, release, 'release.json'),
  /** The statement that vouches for a release. Not served. */
  statement: (root: string, app: string, release: string) => join(root, 'r', app, release, 'statement.json'),
  /** Uploaded files of releases that are not committed yet. */
  uploads: (root: string, app: string) => join(root, 'uploads', app),
  authorityFolder: (root: string) => join(root, 'authority'),
  authority: (root: string, kind: 'root' | 'targets', version: number) => join(root, 'authority', `${version}.${kind}.json`),
  registryFolder: (root: string) => join(root, 'registry'),
  registrySerial: (root: string, serial: number) => join(root, 'registry', `${serial}.json`),
  registryCurrent: (root: string) => join(root, 'registry', 'current'),
  /** Only in a folder that is a copy of a store elsewhere: the revision of the copy. */
  copyRevision: (root: string) => join(root, 'registry', 'revision'),
  registryLock: (root: string) => join(root, 'registry', 'lock'),
};
