import type { PriceRecord } from '@site/contracts';
import { isSameRegion, type Region } from './zip-region.ts';

export interface FilteredEggs {
  readonly shown: readonly PriceRecord[];
  /** National rows of the chosen type that the region filter keeps out of sight. */
  readonly hiddenNational: number;
}

const searchable = (text: string | null): string => (text ?? '').toLowerCase().replaceAll('-', ' ');

/** A row is of a type when its type, condition, commodity or environment contains the type's words. */
export function isOfType(record: PriceRecord, type: string): boolean {
  const wanted = searchable(type);
  return [record.type, record.condition, record.commodity, record.environment].some((text) => searchable(text).includes(wanted));
}

/** Both filters at once; an empty type and a null region let everything through. */
export function filterEggs(records: readonly PriceRecord[], type: string, region: Region | null): FilteredEggs {
  const ofType = records.filter((record) => isOfType(record, type));
  if (region === null) return { shown: ofType, hiddenNational: 0 };
  return {
    shown: ofType.filter((record) => isSameRegion(record.region, region)),
    hiddenNational: ofType.filter((record) => isSameRegion(record.region, 'NATIONAL')).length,
  };
}
