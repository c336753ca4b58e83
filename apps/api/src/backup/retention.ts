import { contentOf, type BackupStore } from './backup-store.ts';

/** How many of the last days, weeks and months keep their newest backup. */
export interface Keep {
  readonly days: number;
  readonly weeks: number;
  readonly months: number;
}

const UNITS = { d: 'days', w: 'weeks', m: 'months' } as const;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Reads `7d,4w,12m`. @throws Error saying what it must be */
export function parseKeep(text: string): Keep {
  const keep = { days: 0, weeks: 0, months: 0 };
  for (const part of text.split(',')) {
    const [, count, unit] = /^([1-9]\d{0,3})([dwm])$/.exec(part) ?? [];
    if (count === undefined)
      throw new Error(`--keep must look like 7d,4w,12m (how many daily, weekly and monthly backups to keep), not ${text}`);
    keep[UNITS[unit as keyof typeof UNITS]] = Number(count);
  }
  return keep;
}

/** Time of a backup from its path, as in `backups/2026-11-24T02-55-14.120Z-0123456789abcdef.json`. */
const timeOf = (path: string): string =>
  path
    .replace(/^.*\//, '')
    .replace(/^(.{13})-(..)-(..)/, '$1:$2:$3')
    .replace(/-[0-9a-f]{16}\.json$/, '');

/** Weeks begin on Monday. */
const weekOf = (time: string): number => Math.floor((Date.parse(time) / DAY_MS + 3) / 7);

/**
 * The backups to keep: the newest one and all of the 24 hours before it, and the newest of each of the last days, weeks and
 * months that have any.
 * @param paths newest first
 */
export function pathsToKeep(paths: readonly string[], { days, weeks, months }: Keep): ReadonlySet<string> {
  const [newest = ''] = paths;
  // What went wrong today may be in the newest one already.
  const kept = new Set(paths.filter((path) => Date.parse(timeOf(newest)) - Date.parse(timeOf(path)) < DAY_MS));
  const periods: readonly [number, (time: string) => string | number][] = [
    [days, (time) => time.slice(0, 10)],
    [weeks, weekOf],
    [months, (time) => time.slice(0, 7)],
  ];
  for (const [count, periodOf] of periods) {
    const seen = new Set<string | number>();
    for (const path of paths) {
      const period = periodOf(timeOf(path));
      if (seen.has(period)) continue;
      if (seen.size === count) break;
      seen.add(period);
      kept.add(path);
    }
  }
  return kept;
}

/** Content that no backup needs may belong to one that is being made on another machine. */
const MAY_BE_NEEDED_MS = HOUR_MS;

/** Removes old backups, and then content that none of the others needs. */
export async function forgetOld(store: BackupStore, keep: Keep, now: Date): Promise<{ backups: number; files: number }> {
  const paths = await store.paths();
  const kept = pathsToKeep(paths, keep);
  // Read first: if one that is to be kept is damaged, its content is unknown, and nothing may be removed.
  const needed = new Set<string>();
  for (const path of kept) for (const hash of contentOf(await store.read(path))) needed.add(hash);
  const old = paths.filter((path) => !kept.has(path));
  for (const path of old) await store.remove(path);
  let files = 0;
  for (const [hash, storedAt] of await store.content()) {
    if (needed.has(hash) || now.getTime() - storedAt.getTime() < MAY_BE_NEEDED_MS) continue;
    await store.removeContent(hash);
    files += 1;
  }
  return { backups: old.length, files };
}
