import type { SafeStorage } from '@site/host';

/** A report that this device remembers. */
export interface KeptReport {
  readonly slug: string;
  readonly title: string;
}

interface KeptReports {
  /** The most recently opened one comes first. */
  readonly recent: readonly KeptReport[];
  readonly favorites: readonly KeptReport[];
}

const KEY = 'usda-reports';
const MAX_RECENT = 6;
const MAX_FAVORITES = 50;
const NONE: KeptReports = { recent: [], favorites: [] };

const isReport = (value: unknown): value is KeptReport =>
  typeof value === 'object' &&
  value !== null &&
  'slug' in value &&
  typeof value.slug === 'string' &&
  /^\d+$/.test(value.slug) &&
  'title' in value &&
  typeof value.title === 'string';

const listOf = (value: unknown, name: string): KeptReport[] => {
  const list: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, name) : null;
  return Array.isArray(list) ? list.filter(isReport) : [];
};

/** The reports that a device remembers. Unreadable data counts as none. */
export function readKept(storage: SafeStorage): KeptReports {
  try {
    const value: unknown = JSON.parse(storage.getItem(KEY) ?? 'null');
    return { recent: listOf(value, 'recent'), favorites: listOf(value, 'favorites') };
  } catch {
    return NONE;
  }
}

const write = (storage: SafeStorage, kept: KeptReports): void => storage.setItem(KEY, JSON.stringify(kept));
const without = (list: readonly KeptReport[], { slug }: KeptReport) => list.filter((other) => other.slug !== slug);

export function rememberOpened(storage: SafeStorage, report: KeptReport): void {
  const kept = readKept(storage);
  write(storage, { ...kept, recent: [report, ...without(kept.recent, report)].slice(0, MAX_RECENT) });
}

export function setFavorite(storage: SafeStorage, report: KeptReport, isFavorite: boolean): void {
  const kept = readKept(storage);
  const others = without(kept.favorites, report);
  write(storage, { ...kept, favorites: isFavorite ? [report, ...others].slice(0, MAX_FAVORITES) : others });
}

export const forgetRecent = (storage: SafeStorage): void => write(storage, { ...readKept(storage), recent: [] });
