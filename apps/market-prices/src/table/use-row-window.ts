import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { useWindowVirtualizer, windowScroll, type VirtualItem, type Virtualizer } from '@tanstack/react-virtual';
import { useLocation } from '@site/router';
import { useOnPaper } from '@site/ui';

/** Up to this many rows are rendered without windowing: the browser's own search and print then include all of them. */
const MAX_UNWINDOWED_ROWS = 40;
/** An initial estimate; every row that comes into view is measured. */
const ROW_HEIGHT_PX = 72;
const ROWS_AHEAD = 2;

/** Measures the row at an index; returns a function that stops measuring. */
export type MeasureRow = (row: HTMLTableRowElement, index: number) => () => void;

interface RowWindow {
  readonly bodyRef: RefObject<HTMLTableSectionElement | null>;
  readonly measure: MeasureRow | undefined;
  /** Indices of the rows to render. */
  readonly shown: readonly number[];
  /** Height of the rows above and below them, px. */
  readonly before: number;
  readonly after: number;
}

type Rows = Virtualizer<Window, HTMLTableRowElement>;

/**
 * A row's height with its margin, after the frame's layout. Reading it during rendering would force a second layout;
 * until the observer reports, the row has the height of the last one at its index.
 */
function heightOf(row: HTMLTableRowElement, entry: ResizeObserverEntry | undefined, rows: Rows): number {
  const [box] = entry?.borderBoxSize ?? [];
  if (!box) return rows.itemSizeCache.get(rows.indexFromElement(row)) ?? ROW_HEIGHT_PX;
  return Math.round(box.blockSize + (Number.parseFloat(getComputedStyle(row).marginBottom) || 0));
}

/** Scrolls the page only to compensate for rows above the view whose height differs from the estimate. */
function followHeights(offset: number, options: Parameters<typeof windowScroll>[1], rows: Rows): void {
  if (options.adjustments) windowScroll(offset, options, rows);
}

/**
 * The measured heights of each list's rows, by the key of its history entry. Back scrolls to a distance from the top of the page: it
 * leads to the rows that the visitor left only if the rows above them have the same heights again.
 */
const heightsByEntry = new Map<string, Rows['itemSizeCache']>();

/**
 * Heights belong to indices: in a list that has grown or shrunk in the meantime, a row starts with the height of the row that had
 * its index.
 */
function keptHeights(entry: string): VirtualItem[] {
  const heights = heightsByEntry.get(entry) ?? new Map<number, number>();
  return Array.from(heights, ([key, size]) => ({ key, size, index: Number(key), start: 0, end: size, lane: 0 }));
}

/**
 * The rows of a long list that are in view; on paper, all of them. After Back, rows start with the heights they had when the
 * visitor left.
 */
export function useRowWindow(count: number): RowWindow {
  const bodyRef = useRef<HTMLTableSectionElement>(null);
  const [top, setTop] = useState(0);
  const { key: entry } = useLocation();
  const [initialHeights] = useState(() => keptHeights(entry));
  const isOnPaper = useOnPaper();
  const isWhole = count <= MAX_UNWINDOWED_ROWS || isOnPaper;
  // oxlint-disable-next-line react/incompatible-library -- no compiler memoizes this hook
  const virtualizer = useWindowVirtualizer<HTMLTableRowElement>({
    count,
    enabled: !isWhole,
    estimateSize: () => ROW_HEIGHT_PX,
    initialMeasurementsCache: initialHeights,
    measureElement: heightOf,
    scrollToFn: followHeights,
    overscan: ROWS_AHEAD,
    scrollMargin: top,
    useFlushSync: false,
  });
  // Each filter and each order replaces the history entry.
  useEffect(() => {
    heightsByEntry.set(entry, virtualizer.itemSizeCache);
  }, [entry, virtualizer]);
  // Filters and charts change the height of the content above the table.
  useLayoutEffect(() => {
    if (isWhole) return undefined;
    const measureTop = () => {
      if (bodyRef.current) setTop(Math.round(bodyRef.current.getBoundingClientRect().top + window.scrollY));
    };
    const observer = new ResizeObserver(measureTop);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [isWhole]);
  const measure = useCallback<MeasureRow>(
    (row, index) => {
      virtualizer.measureElement(row);
      // Heights belong to indices, and a row may move to another one: leaving its old index must not end the observation of
      // the row that takes its place.
      return () => {
        if (virtualizer.elementsCache.get(index) === row) virtualizer.elementsCache.delete(index);
      };
    },
    [virtualizer],
  );
  if (isWhole) {
    return { bodyRef, measure: undefined, shown: Array.from({ length: count }, (_, index) => index), before: 0, after: 0 };
  }
  const items = virtualizer.getVirtualItems();
  const first = items[0];
  const last = items.at(-1);
  return {
    bodyRef,
    measure,
    shown: items.map((item) => item.index),
    before: first ? first.start - top : 0,
    after: last ? virtualizer.getTotalSize() - (last.end - top) : virtualizer.getTotalSize(),
  };
}
