import { randomUUID } from 'node:crypto';
import { statementTextOf } from '../authority/vouch.ts';
import { releasePaths } from '../paths.ts';
import { isWhole, manifestIntegrity } from './folder-copy.ts';
import {
  folderOf,
  lastOf,
  readStored,
  statementOf,
  type JournalRow,
  type ReleaseBundles,
  type ReleaseJournal,
  type StoredRelease,
} from './journal.ts';
import { packRelease, sha256 } from './release-bundle.ts';
import type { ReleaseName, StoreChange } from './store-origin.ts';

interface ChangedFolder {
  readonly root: string;
  readonly journal: ReleaseJournal;
  readonly bundles: ReleaseBundles;
}

/** The rows of a change that was made in a folder. Stores the files of new releases first. */
export async function changeRows(
  { documents = {}, releases = [], gone = [], kept }: StoreChange,
  folder: ChangedFolder,
): Promise<JournalRow[]> {
  const names = [...releases, ...gone, ...(kept ? [kept] : [])];
  const last = lastOf(await folder.journal.last(names.flatMap((name) => [folderOf(name), statementOf(name)])));
  const rows: JournalRow[] = Object.entries(documents).map(([path, text]) => ({ path, text }));
  const keys = new Set<string>();
  if (releases.length > 0) for await (const { key } of folder.bundles.list()) keys.add(key);
  for (const name of releases) rows.push(...(await releaseRows(name, folder, last, keys)));
  for (const name of gone) if (last.get(folderOf(name))) rows.push({ path: folderOf(name), text: null });
  const stored = kept && last.get(folderOf(kept));
  if (!stored) return rows;
  const until = kept.until.toISOString();
  const { until: before = '', ...where } = readStored(stored);
  return until <= before ? rows : [...rows, { path: folderOf(kept), text: JSON.stringify({ ...where, until }) }];
}

/** The release and its statement, unless they are stored already. A release that is missing from the bucket is stored again. */
async function releaseRows(
  name: ReleaseName,
  { root, bundles }: ChangedFolder,
  last: ReadonlyMap<string, string | null>,
  keys: ReadonlySet<string>,
): Promise<JournalRow[]> {
  const manifest = await manifestIntegrity(root, name);
  // A release that is missing from the folder cannot be stored; where that matters, the gate has rejected it.
  if (manifest === undefined) return [];
  const rows: JournalRow[] = [];
  const stored = last.get(folderOf(name));
  const isStored = stored && readStored(stored).manifest === manifest && keys.has(readStored(stored).key);
  if (!isStored) {
    // A damaged release would be of no use to any process.
    if (!(await isWhole(root, name))) return [];
    const bundle = await packRelease(releasePaths.release(root, name.app, name.release));
    const key = `${name.app}/${name.release}-${randomUUID()}`;
    await bundles.put(key, bundle);
    const where: StoredRelease = { key, sha256: sha256(bundle), manifest };
    rows.push({ path: folderOf(name), text: JSON.stringify(where) });
  }
  const text = await statementTextOf(root, name.app, name.release);
  if (text !== undefined && (rows.length > 0 || text !== last.get(statementOf(name))))
    rows.push({ path: statementOf(name), text });
  return rows;
}
