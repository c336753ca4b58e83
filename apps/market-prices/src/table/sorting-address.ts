import type { Sorting } from './use-sorted-rows.ts';

/** The address's `sort`: a column's id, after a minus sign if descending. */
export const readSorting = (sort: string | null): Sorting | null =>
  sort ? { id: sort.replace(/^-/, ''), descending: sort.startsWith('-') } : null;

export const writeSorting = ({ id, descending }: Sorting): string => `${descending ? '-' : ''}${id}`;
