import { join } from 'node:path';

/** Where everything stands under the releases folder (RELEASES_DIR). */
export const releasePaths = {
  release: (root: string, app: string, release: string) => join(root, 'r', app, release),
  manifest: (root: string, app: string, release: string) => join(root, 'r', app, release, 'release.json'),
  registryFolder: (root: string) => join(root, 'registry'),
  registrySerial: (root: string, serial: number) => join(root, 'registry', `${serial}.json`),
  registryCurrent: (root: string) => join(root, 'registry', 'current'),
  registryLock: (root: string) => join(root, 'registry', 'lock'),
};
