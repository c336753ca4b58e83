import { useState } from 'react';
import { useSearchParams } from '@site/router';
import { useDeferredAddress } from '../controls/use-deferred-address.ts';
import { CATEGORIES, type Category } from './report-category.ts';

interface Filters {
  readonly search: string;
  readonly category: Category | null;
}

export interface ReportFilters extends Filters {
  change(next: Partial<Filters>): void;
  clear(): void;
}

/** The filters, also kept in the address so that a link or a reload shows the same rows. */
export function useReportFilters(): ReportFilters {
  const [params] = useSearchParams();
  const writeAddress = useDeferredAddress();
  // The field follows the keyboard, not the address: the router may commit an address late.
  const [filters, setFilters] = useState<Filters>(() => ({
    search: params.get('search') ?? '',
    category: CATEGORIES.find((category) => category === params.get('category')) ?? null,
  }));
  const change = (part: Partial<Filters>) => {
    const next = { ...filters, ...part };
    setFilters(next);
    const address = new URLSearchParams();
    if (next.search) address.set('search', next.search);
    if (next.category) address.set('category', next.category);
    writeAddress(address);
  };
  return { ...filters, change, clear: () => change({ search: '', category: null }) };
}
