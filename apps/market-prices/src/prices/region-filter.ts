import { type Place, placeNamed, type PriceRecord, type Region } from '@site/contracts';

const grouped = new WeakMap<readonly PriceRecord[], ReadonlyMap<Place | null, readonly PriceRecord[]>>();

/** The rows of a place, in the report's order. A report is grouped by region once, not for every ZIP code. */
export function rowsIn(records: readonly PriceRecord[], place: Place): readonly PriceRecord[] {
  const known = grouped.get(records);
  if (known) return known.get(place) ?? [];
  const byPlace = new Map<Place | null, PriceRecord[]>();
  for (const record of records) {
    const where = placeNamed(record.region);
    const others = byPlace.get(where);
    if (others) others.push(record);
    else byPlace.set(where, [record]);
  }
  grouped.set(records, byPlace);
  return byPlace.get(place) ?? [];
}

export interface FilteredRows {
  readonly shown: readonly PriceRecord[];
  /** National rows of the selected kind that the region filter hides. */
  readonly hiddenNational: number;
}

/** A null region matches everything. */
export function filterRows(
  records: readonly PriceRecord[],
  matches: (record: PriceRecord) => boolean,
  region: Region | null,
): FilteredRows {
  if (region === null) return { shown: records.filter(matches), hiddenNational: 0 };
  return {
    shown: rowsIn(records, region).filter(matches),
    hiddenNational: rowsIn(records, 'NATIONAL').filter(matches).length,
  };
}
