import { useEffect, useImperativeHandle, useLayoutEffect, useRef, useState, type Ref } from 'react';
import type { Submission } from '@site/contracts';
import { Link } from '@site/router';
import { GAP, rowsInWindow, shapeOf, type RowRange } from './grid-window.ts';
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

function Thumbnail({ picture, search }: { readonly picture: Submission; readonly search: string }) {
  const [isGone, setGone] = useState(false);
  return (
    <Link to={addressOf(picture.id, search)} state={FROM_GRID} className={`cover ${styles.thumbnail}`}>
      {isGone ? (
        <span className={`small ${styles.gone}`}>{`${nameOf(picture)}: no longer here`}</span>
      ) : (
        <img className="cover" src={picture.thumbnailUrl} alt={nameOf(picture)} decoding="async" onError={() => setGone(true)} />
      )}
    </Link>
  );
}

/** All pictures. Only rows near the window are rendered, so that ten thousand cost no more than fifty. */
export function PictureGrid({ ref, pictures, isComplete, search, onNearEnd }: PictureGridProps) {
  const box = useRef<HTMLUListElement>(null);
  const [width, setWidth] = useState(0);
  const [range, setRange] = useState(NOTHING);
  const wanted = useRef<number | null>(null);
  const shape = shapeOf(pictures.length, width);

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

  const { columns, side } = shape;
  const shown = pictures.slice(range.first * columns, range.end * columns);
  return (
    <ul ref={box} className={`bare-list ${styles.grid}`} style={{ height: shape.height }}>
      {shown.map((picture, n) => {
        const index = range.first * columns + n;
        return (
          <li
            key={picture.id}
            className={styles.cell}
            data-index={index}
            aria-posinset={index + 1}
            aria-setsize={isComplete ? pictures.length : -1}
            style={{
              width: side,
              height: side,
              transform: `translate(${(index % columns) * (side + GAP)}px, ${Math.floor(index / columns) * (side + GAP)}px)`,
            }}
          >
            <Thumbnail picture={picture} search={search} />
          </li>
        );
      })}
    </ul>
  );
}
