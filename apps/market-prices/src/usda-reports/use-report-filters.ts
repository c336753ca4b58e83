import { useCallback, useRef, useState } from 'react';
import { useSearchParams } from '@site/router';
import { useDeferredAddress } from '../controls/use-deferred-address.ts';
import { readSorting, writeSorting } from '../table/sorting-address.ts';
import type { Sorting } from '../table/use-sorted-rows.ts';
import { CATEGORIES, type Category } from './report-category.ts';

interface Filters {
  readonly search: string;
  readonly category: Category | null;
  readonly sort: Sorting | null;
}

export interface ReportFilters extends Filters {
  /** Stable between renders. */
  readonly change: (next: Partial<Filters>) => void;
  clear(): void;
}

/** The filters and the order, also kept in the address so that a link or a reload shows the same rows. */
export function useReportFilters(): ReportFilters {
  const [params] = useSearchParams();
  const writeAddress = useDeferredAddress();
  // The field follows the keyboard, not the address: the router may commit an address late.
  const [filters, setFilters] = useState<Filters>(() => ({
    search: params.get('search') ?? '',
    category: CATEGORIES.find((category) => category === params.get('category')) ?? null,
    sort: readSorting(params.get('sort')),
  }));
  const latest = useRef(filters);
  const change = useCallback(
    (part: Partial<Filters>) => {
      const next = { ...latest.current, ...part };
      latest.current = next;
      setFilters(next);
      const address = new URLSearchParams();
      if (next.search) address.set('search', next.search);
      if (next.category) address.set('category', next.category);
      if (next.sort) address.set('sort', writeSorting(next.sort));
      writeAddress(address);
    },
    [writeAddress],
  );
  return { ...filters, change, clear: () => change({ search: '', category: null }) };
}
