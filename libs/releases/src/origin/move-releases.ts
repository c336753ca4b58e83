import type { KeyObject } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ReleaseError } from '../errors.ts';
import { withLock } from '../lock.ts';
import { releasePaths } from '../paths.ts';
import { readCurrentText, readRegistry } from '../registry-store.ts';
import { refuse } from '../switch-release.ts';
import { copiedRevision, isWhole, noteRevision } from './folder-copy.ts';
import type { JournalOrigin } from './journal-origin.ts';
import type { ReleaseJournal } from './journal.ts';
import type { ReleaseName } from './store-origin.ts';

const RELEASE = /^\d+\.\d+\.\d+-[0-9a-f]{12}$/;

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);

/** Signed documents of a folder by their path in the store, without registries newer than the live one. */
async function documentsIn(root: string, serial: number, live: string): Promise<Record<string, string>> {
  const documents: Record<string, string> = {};
  for (const name of await namesIn(releasePaths.authorityFolder(root)))
    if (/^\d+\.(?:root|targets)\.json$/.test(name))
      documents[`authority/${name}`] = await readFile(join(releasePaths.authorityFolder(root), name), 'utf8');
  const serials = (await namesIn(releasePaths.registryFolder(root))).flatMap((name) =>
    /^\d+\.json$/.test(name) ? [Number.parseInt(name, 10)] : [],
  );
  for (const past of serials.filter((one) => one < serial))
    documents[`registry/${past}.json`] = await readFile(releasePaths.registrySerial(root, past), 'utf8');
  return { ...documents, [`registry/${serial}.json`]: live };
}

/**
 * Stores the releases of a folder in an origin that has none. From then on the folder is a copy. The move can be repeated, even
 * after an interruption.
 * @returns the number of releases, and the damaged ones, which were left out
 * @throws ReleaseError RELEASE_REFUSED if the origin has other releases, or a live one is damaged
 */
export async function moveReleases(
  root: string,
  pinned: KeyObject,
  { journal, origin }: { readonly journal: ReleaseJournal; readonly origin: JournalOrigin },
): Promise<{ moved: number; damaged: string[] }> {
  const lock = releasePaths.registryLock(root);
  return journal.exclusively(() =>
    withLock(lock, async () => {
      const [registry, live = ''] = [await readRegistry(root, pinned), await readCurrentText(root)];
      if ((await journal.head()) > 0) {
        const [stored] = await journal.last([`registry/${registry.serial}.json`]);
        if (stored?.text !== live)
          return refuse('the database already has releases other than those in this folder; nothing is overwritten');
        if ((await copiedRevision(root)) === undefined) await noteRevision(root, 0);
        return { moved: 0, damaged: [] };
      }
      const releases: ReleaseName[] = [];
      const damaged: string[] = [];
      for (const app of await namesIn(join(root, 'r')))
        for (const release of await namesIn(join(root, 'r', app))) {
          if (!RELEASE.test(release)) continue;
          if (await isWhole(root, { app, release })) releases.push({ app, release });
          else if (registry.apps[app]?.stable.release === release)
            throw new ReleaseError('RELEASE_DAMAGED', `${app} ${release} is live and damaged; release it again first`);
          else damaged.push(`${app} ${release}`);
        }
      await origin.commit({ documents: await documentsIn(root, registry.serial, live), releases }, 0);
      // The next pull compares everything.
      await noteRevision(root, 0);
      return { moved: releases.length, damaged };
    }),
  );
}
