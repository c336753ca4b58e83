import { createContext } from 'react';
import type { Place } from '../prices/zip-region.ts';

export interface ChartSelection {
  readonly items: readonly string[];
  readonly place: Place;
  toggle(item: string, place: Place): void;
}

/** Lets a row's sparkline open the chart without every row being drawn anew. */
export const ChartSelectionContext = createContext<ChartSelection>({ items: [], place: 'NATIONAL', toggle: () => {} });
