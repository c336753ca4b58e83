import { useEffect, useState } from 'react';
import { inSlices } from '../../table/in-slices.ts';
import { filterRows, type FoundRows, type RowFilter } from './filter-rows.ts';
import type { OpenReport, ReadColumn } from './report-model.ts';

/** The rows that pass the filters; until they are found, the previous ones, and null at first. */
export function useFoundRows(
  report: OpenReport,
  facets: readonly ReadColumn[],
  filters: readonly RowFilter[],
  issue: RowFilter | null,
): FoundRows | null {
  const [found, setFound] = useState<FoundRows | null>(null);
  useEffect(() => {
    let isWanted = true;
    const find = async () => {
      const rows = await inSlices(filterRows(report, facets, filters, issue), () => isWanted);
      if (rows) setFound(rows);
    };
    void find();
    return () => {
      isWanted = false;
    };
  }, [report, facets, filters, issue]);
  return found;
}
