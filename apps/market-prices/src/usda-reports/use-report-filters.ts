import { useCallback } from 'react';
import { useAddressView } from '../controls/use-address-view.ts';
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

const FORMAT = {
  read: (params: URLSearchParams): Filters => ({
    search: params.get('search') ?? '',
    category: CATEGORIES.find((category) => category === params.get('category')) ?? null,
    sort: readSorting(params.get('sort')),
  }),
  write({ search, category, sort }: Filters): URLSearchParams {
    const params = new URLSearchParams();
    if (search) params.set('search', search);
    if (category) params.set('category', category);
    if (sort) params.set('sort', writeSorting(sort));
    return params;
  },
};

/** The filters and the order, also kept in the address. */
export function useReportFilters(): ReportFilters {
  const [filters, replace] = useAddressView(FORMAT);
  const change = useCallback((part: Partial<Filters>) => replace((latest) => ({ ...latest, ...part })), [replace]);
  return { ...filters, change, clear: () => change({ search: '', category: null }) };
}
