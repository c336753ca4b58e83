import { createContext, useContext, useLayoutEffect, useRef, type RefObject } from 'react';
import type { Place, PriceRecord } from '@site/contracts';

/** The row whose button opened the chart, and its position, px. */
interface OpenerRow {
  readonly item: string;
  readonly place: Place;
  readonly topInRows: number;
  readonly topInWindow: number;
}

export interface ChartSelection {
  readonly items: readonly string[];
  readonly place: Place;
  /** The item of the answer above the rows: the first selected one, or the one that the most stores advertise. Null without rows. */
  readonly lead: string | null;
  /** `pressed` is the row's button. */
  toggle(item: string, place: Place, pressed?: Element): void;
  /** The row clicked last. */
  readonly opener: RefObject<OpenerRow | null>;
  /** True once for the row clicked last: it gets the focus back when the chart is closed. */
  claim(item: string, place: Place): boolean;
  /** The button above the rows that opens the chart; null while the chart is open, and without rows. */
  readonly zoom: RefObject<HTMLButtonElement | null>;
  /** The most advertised row that passes the filters; without one there is no prompt to open a chart. */
  readonly first: PriceRecord | undefined;
}

/** Lets a row's sparkline open the chart without rendering every row again. */
export const ChartSelectionContext = createContext<ChartSelection>({
  items: [],
  place: 'NATIONAL',
  lead: null,
  toggle: () => {},
  opener: { current: null },
  claim: () => false,
  zoom: { current: null },
  first: undefined,
});

const ROWS = 'data-rows';

export function openerRow(item: string, place: Place, pressed: Element): OpenerRow | null {
  const rows = pressed.closest(`[${ROWS}]`);
  if (!rows) return null;
  const { top } = pressed.getBoundingClientRect();
  return { item, place, topInRows: top - rows.getBoundingClientRect().top, topInWindow: top };
}

/**
 * Props for the element that contains the rows. Closing the chart removes the clicked button and shortens the page above the rows:
 * the rows are then scrolled back to where they were and get the focus, until the row that opened the chart takes it. If no row did,
 * the button above the rows that opens it again gets the focus.
 */
export function useReturnToOpener() {
  const { items, opener, zoom } = useContext(ChartSelectionContext);
  const rows = useRef<HTMLElement>(null);
  const isOpen = items.length > 0;
  const wasOpen = useRef(isOpen);
  useLayoutEffect(() => {
    const isClosed = wasOpen.current && !isOpen;
    wasOpen.current = isOpen;
    if (!isClosed || !rows.current) return;
    const row = opener.current;
    const next = row ? rows.current : (zoom.current ?? rows.current);
    if (row)
      window.scrollBy({ top: rows.current.getBoundingClientRect().top + row.topInRows - row.topInWindow, behavior: 'instant' });
    else next.scrollIntoView({ block: next === rows.current ? 'start' : 'center', behavior: 'instant' });
    next.focus({ preventScroll: true });
  }, [isOpen, opener, zoom]);
  return { ref: rows, tabIndex: -1, [ROWS]: true };
}
