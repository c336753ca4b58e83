import { useCallback, useLayoutEffect, useRef, useState, useSyncExternalStore, type RefObject } from 'react';
import { useWindowVirtualizer, windowScroll, type Virtualizer } from '@tanstack/react-virtual';

/** Up to this many rows are rendered without windowing: the browser's own search and print then see each of them. */
const MAX_UNWINDOWED_ROWS = 40;
/** A first guess; every row that comes into view is measured. */
const ROW_HEIGHT_PX = 72;
const ROWS_AHEAD = 2;

/** Measures the row that stands at an index; returns what ends that. */
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
 * A row's height with its margin, once the frame has laid it out. Asking for it as the row is drawn would lay the page out a
 * second time; until the observer reports, the row counts as high as the last one in its place.
 */
function heightOf(row: HTMLTableRowElement, entry: ResizeObserverEntry | undefined, rows: Rows): number {
  const [box] = entry?.borderBoxSize ?? [];
  if (!box) return rows.itemSizeCache.get(rows.indexFromElement(row)) ?? ROW_HEIGHT_PX;
  return Math.round(box.blockSize + (Number.parseFloat(getComputedStyle(row).marginBottom) || 0));
}

/** Rows above the view that turn out higher or lower move the page with them; nothing else here scrolls it. */
function followHeights(offset: number, options: Parameters<typeof windowScroll>[1], rows: Rows): void {
  if (options.adjustments) windowScroll(offset, options, rows);
}

let isPrinting = false;

function onPrint(tell: () => void): () => void {
  const note = ({ type }: Event) => {
    isPrinting = type === 'beforeprint';
    tell();
  };
  window.addEventListener('beforeprint', note);
  window.addEventListener('afterprint', note);
  return () => {
    window.removeEventListener('beforeprint', note);
    window.removeEventListener('afterprint', note);
    // Nobody is left to hear the end of it.
    isPrinting = false;
  };
}

/** Which rows of a long list are in view of the window; on paper, all. */
export function useRowWindow(count: number): RowWindow {
  const bodyRef = useRef<HTMLTableSectionElement>(null);
  const [top, setTop] = useState(0);
  // A store is read at once, before the sheets are laid out; a state would be too late.
  const isOnPaper = useSyncExternalStore(onPrint, () => isPrinting);
  const isWhole = count <= MAX_UNWINDOWED_ROWS || isOnPaper;
  // oxlint-disable-next-line react/incompatible-library -- no compiler memoises this hook
  const virtualizer = useWindowVirtualizer<HTMLTableRowElement>({
    count,
    enabled: !isWhole,
    estimateSize: () => ROW_HEIGHT_PX,
    measureElement: heightOf,
    scrollToFn: followHeights,
    overscan: ROWS_AHEAD,
    scrollMargin: top,
    useFlushSync: false,
  });
  // Content above the table grows and shrinks with filters and charts, which changes the document's height.
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
      // Heights belong to places, and a row may move to another one: the place it leaves must not end the observation of
      // whatever stands there next.
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
