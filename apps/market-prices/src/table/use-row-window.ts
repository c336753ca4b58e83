import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { useWindowVirtualizer } from '@tanstack/react-virtual';

/** Up to so many rows all stand in the document: the browser's own search and print then see each of them. */
const WHOLE_UP_TO = 40;
/** A first guess; every row that comes into view is measured. */
const ROW_HEIGHT_PX = 72;
const ROWS_AHEAD = 4;

interface RowWindow {
  readonly bodyRef: RefObject<HTMLTableSectionElement | null>;
  readonly measure: ((row: HTMLTableRowElement | null) => void) | undefined;
  /** Indices of the rows to render. */
  readonly shown: readonly number[];
  /** Height of the rows above and below them, px. */
  readonly before: number;
  readonly after: number;
}

function heightWithMargin(row: HTMLTableRowElement): number {
  return row.offsetHeight + (Number.parseFloat(getComputedStyle(row).marginBottom) || 0);
}

/** Which rows of a long list are in view of the window. */
export function useRowWindow(count: number): RowWindow {
  const bodyRef = useRef<HTMLTableSectionElement>(null);
  const [top, setTop] = useState(0);
  const isWhole = count <= WHOLE_UP_TO;
  // oxlint-disable-next-line react/incompatible-library -- no compiler memoises this hook
  const virtualizer = useWindowVirtualizer<HTMLTableRowElement>({
    count,
    enabled: !isWhole,
    estimateSize: () => ROW_HEIGHT_PX,
    measureElement: heightWithMargin,
    overscan: ROWS_AHEAD,
    scrollMargin: top,
    useFlushSync: false,
  });
  // What stands above the table grows and shrinks as filters answer and charts open; the document then changes its height.
  useLayoutEffect(() => {
    if (isWhole) return undefined;
    const measureTop = () => {
      if (bodyRef.current) setTop(Math.round(bodyRef.current.getBoundingClientRect().top + window.scrollY));
    };
    const observer = new ResizeObserver(measureTop);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [isWhole]);
  if (isWhole) {
    return { bodyRef, measure: undefined, shown: Array.from({ length: count }, (_, index) => index), before: 0, after: 0 };
  }
  const items = virtualizer.getVirtualItems();
  const first = items[0];
  const last = items.at(-1);
  return {
    bodyRef,
    measure: virtualizer.measureElement,
    shown: items.map((item) => item.index),
    before: first ? first.start - top : 0,
    after: last ? virtualizer.getTotalSize() - (last.end - top) : virtualizer.getTotalSize(),
  };
}
