import type { PriceRecord } from '@site/contracts';
import { isSameRegion, type Region } from './zip-region.ts';

export interface FilteredRows {
  readonly shown: readonly PriceRecord[];
  /** National rows of the chosen kind that the region filter keeps out of sight. */
  readonly hiddenNational: number;
}

/** A null region lets everything through. */
export function filterRows(
  records: readonly PriceRecord[],
  matches: (record: PriceRecord) => boolean,
  region: Region | null,
): FilteredRows {
  const chosen = records.filter(matches);
  if (region === null) return { shown: chosen, hiddenNational: 0 };
  return {
    shown: chosen.filter((record) => isSameRegion(record.region, region)),
    hiddenNational: chosen.filter((record) => isSameRegion(record.region, 'NATIONAL')).length,
  };
}
