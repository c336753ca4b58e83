import { createContext, useContext, useLayoutEffect, useRef, type RefObject } from 'react';
import type { PriceRecord } from '@site/contracts';
import type { Place } from '../prices/zip-region.ts';

/** The row that was left for the chart, and where it stood, px. */
interface LeftRow {
  readonly item: string;
  readonly place: Place;
  readonly belowRows: number;
  readonly belowWindow: number;
}

export interface ChartSelection {
  readonly items: readonly string[];
  readonly place: Place;
  /** What the answer above the rows is about: the first chosen item, or the one that most stores advertise. Null without rows. */
  readonly lead: string | null;
  /** `pressed` is the button of a row. */
  toggle(item: string, place: Place, pressed?: Element): void;
  /** The row pressed last. */
  readonly left: RefObject<LeftRow | null>;
  /** True once for the row pressed last: with the chart closed it takes the focus back. */
  claim(item: string, place: Place): boolean;
  /** What the invitation to a first chart offers. */
  readonly first: PriceRecord | undefined;
}

/** Lets a row's sparkline open the chart without every row being drawn anew. */
export const ChartSelectionContext = createContext<ChartSelection>({
  items: [],
  place: 'NATIONAL',
  lead: null,
  toggle: () => {},
  left: { current: null },
  claim: () => false,
  first: undefined,
});

const ROWS = 'data-rows';

export function leftRow(item: string, place: Place, pressed: Element): LeftRow | null {
  const rows = pressed.closest(`[${ROWS}]`);
  if (!rows) return null;
  const { top } = pressed.getBoundingClientRect();
  return { item, place, belowRows: top - rows.getBoundingClientRect().top, belowWindow: top };
}

/**
 * For what holds the rows. The chart goes with the button that closed it, and the page above the rows is shorter by it: the rows are
 * then shown where they were left and have the focus, until the row that was left takes it. Without one they are shown from their
 * beginning.
 */
export function useReturnToRows() {
  const { items, left } = useContext(ChartSelectionContext);
  const rows = useRef<HTMLElement>(null);
  const isOpen = items.length > 0;
  const wasOpen = useRef(isOpen);
  useLayoutEffect(() => {
    const isClosed = wasOpen.current && !isOpen;
    wasOpen.current = isOpen;
    if (!isClosed || !rows.current) return;
    const row = left.current;
    if (row)
      window.scrollBy({ top: rows.current.getBoundingClientRect().top + row.belowRows - row.belowWindow, behavior: 'instant' });
    else rows.current.scrollIntoView({ block: 'start', behavior: 'instant' });
    rows.current.focus({ preventScroll: true });
  }, [isOpen, left]);
  return { ref: rows, tabIndex: -1, [ROWS]: true };
}
