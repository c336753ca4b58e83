import { useEffect, useImperativeHandle, useLayoutEffect, useRef, useState, type CSSProperties, type Ref } from 'react';
import type { Submission } from '@site/contracts';
import { Link } from '@site/router';
import { useOnPaper } from '@site/ui';
import { GAP, rowsInWindow, shapeOf, type GridShape, type RowRange } from './grid-window.ts';
import { nameOf } from './kinds.ts';
import { addressOf, FROM_GRID } from './use-open-picture.ts';
import styles from './kaleidoscope-gallery.module.css';

export interface PictureGridHandle {
  /** Scrolls to a picture and focuses it. */
  focus(index: number): void;
}

interface PictureGridProps {
  readonly ref: Ref<PictureGridHandle>;
  readonly pictures: readonly Submission[];
  /** True if there are no more pictures. */
  readonly isComplete: boolean;
  /** Search parameters that the pictures' addresses keep. */
  readonly search: string;
  /** Called whenever the last picture is near the window. */
  readonly onNearEnd: () => void;
}

/** Distance from the end, in rows, at which more pictures are requested. */
const NEAR_END_ROWS = 4;
const NOTHING: RowRange = { first: 0, end: 0 };

/* On paper the browser lays the pictures out, because the width of a sheet cannot be measured. */
const SHEET = { '--columns': 'auto-fill', '--column': '40mm' } as CSSProperties;
const ON_SHEET: CSSProperties = { position: 'relative', aspectRatio: 1, breakInside: 'avoid' };

function placeOf(index: number, { columns, side }: GridShape): CSSProperties {
  const [across, down] = [(index % columns) * (side + GAP), Math.floor(index / columns) * (side + GAP)];
  return {
    position: 'absolute',
    inset: '0 auto auto 0',
    width: side,
    height: side,
    transform: `translate(${across}px, ${down}px)`,
  };
}

function Thumbnail({ picture, search }: { readonly picture: Submission; readonly search: string }) {
  const [hasFailed, setFailed] = useState(false);
  // A new image element requests the file again.
  useEffect(() => {
    const retry = () => setFailed(false);
    window.addEventListener('online', retry);
    return () => window.removeEventListener('online', retry);
  }, []);
  return (
    <Link
      to={addressOf(picture.id, search)}
      state={FROM_GRID}
      className={`cover ${styles.thumbnail}`}
      onClick={() => setFailed(false)}
    >
      {hasFailed ? (
        <span className={`small ${styles.failed}`}>{`${nameOf(picture)}: could not be loaded`}</span>
      ) : (
        <img
          className="cover"
          src={picture.thumbnailUrl}
          alt={nameOf(picture)}
          decoding="async"
          onError={() => setFailed(true)}
        />
      )}
    </Link>
  );
}

/** All pictures. Only rows near the window are rendered, so that ten thousand cost no more than fifty; on paper, all of them. */
export function PictureGrid({ ref, pictures, isComplete, search, onNearEnd }: PictureGridProps) {
  const box = useRef<HTMLUListElement>(null);
  const [width, setWidth] = useState(0);
  const [range, setRange] = useState(NOTHING);
  const wanted = useRef<number | null>(null);
  const shape = shapeOf(pictures.length, width);
  const isOnPaper = useOnPaper();

  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    setWidth(element.clientWidth);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  useLayoutEffect(() => {
    const look = () => {
      if (!box.current || width === 0) return;
      const next = rowsInWindow(shapeOf(pictures.length, width), box.current.getBoundingClientRect().top, window.innerHeight);
      setRange((before) => (before.first === next.first && before.end === next.end ? before : next));
    };
    look();
    window.addEventListener('scroll', look, { passive: true });
    window.addEventListener('resize', look);
    return () => {
      window.removeEventListener('scroll', look);
      window.removeEventListener('resize', look);
    };
  }, [pictures.length, width]);

  const isNearEnd = width > 0 && range.end >= shape.rows - NEAR_END_ROWS;
  useEffect(() => {
    if (isNearEnd) onNearEnd();
  });

  // The wanted picture may not be in the document until the grid has rendered its new scroll position.
  const takeFocus = () => {
    if (wanted.current === null) return;
    const link = box.current?.querySelector<HTMLAnchorElement>(`[data-index="${wanted.current}"] a`);
    if (!link) return;
    wanted.current = null;
    link.focus({ preventScroll: true });
  };
  useEffect(takeFocus);
  useImperativeHandle(ref, () => ({
    focus(index) {
      const element = box.current;
      if (!element) return;
      wanted.current = index;
      const top = element.getBoundingClientRect().top + Math.floor(index / shape.columns) * (shape.side + GAP);
      const isVisible = top >= 0 && top + shape.side <= window.innerHeight;
      if (!isVisible) window.scrollBy({ top: top - (window.innerHeight - shape.side) / 2, behavior: 'instant' });
      takeFocus();
    },
  }));

  const first = isOnPaper ? 0 : range.first * shape.columns;
  const shown = isOnPaper ? pictures : pictures.slice(first, range.end * shape.columns);
  return (
    <ul
      ref={box}
      className={isOnPaper ? 'bare-list columns' : 'bare-list'}
      style={isOnPaper ? SHEET : { position: 'relative', height: shape.height }}
    >
      {shown.map((picture, n) => (
        <li
          key={picture.id}
          data-index={first + n}
          aria-posinset={first + n + 1}
          aria-setsize={isComplete ? pictures.length : -1}
          style={isOnPaper ? ON_SHEET : placeOf(first + n, shape)}
        >
          <Thumbnail picture={picture} search={search} />
        </li>
      ))}
    </ul>
  );
}
