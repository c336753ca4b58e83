import { useEffect, useRef, type CSSProperties, type ReactNode } from 'react';
import { ButtonLink, plate } from '@site/ui';
import { PictureActions } from './picture-actions.tsx';
import { SaveLine, type SaveWords } from './save-line.tsx';
import type { Size } from '../engine/layouts.ts';
import type { GallerySave, SaveState } from './gallery-save.ts';
import styles from './gallery.module.css';

interface ResultPanelProps {
  readonly title: string;
  readonly picture: Blob;
  readonly size: Size;
  /** Number of photos in the picture. */
  readonly photoCount: number;
  readonly alt: string;
  /** How the picture was made, in a line or two. */
  readonly facts: ReactNode;
  readonly gallery: GallerySave;
  readonly saveState: SaveState;
  readonly saveWords: SaveWords;
  readonly downloadLabel: string;
  readonly fileName: () => string;
  readonly back: { readonly to: string; readonly label: string };
  /** More buttons for the picture. */
  readonly children?: ReactNode;
}

/** The result of every camera page: the picture, whether it was saved, and where to go next. */
export function ResultPanel({
  title,
  picture,
  size,
  photoCount,
  alt,
  facts,
  gallery,
  saveState,
  saveWords,
  back,
  children,
  ...actions
}: ResultPanelProps) {
  const image = useRef<HTMLImageElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  // Scroll to the picture instead of the focused heading. If the heading is below it, aligning the picture's top shows most of both.
  useEffect(() => {
    const [shown, words] = [image.current!, heading.current!];
    words.focus({ preventScroll: true });
    const isBelow = words.getBoundingClientRect().top > shown.getBoundingClientRect().bottom;
    shown.scrollIntoView?.({ block: isBelow ? 'start' : 'nearest' });
  }, []);
  useEffect(() => {
    const url = URL.createObjectURL(picture);
    image.current?.setAttribute('src', url);
    return () => URL.revokeObjectURL(url);
  }, [picture]);
  return (
    <section className={`beside ${styles.result}`}>
      <figure>
        <img
          ref={image}
          className={styles.picture}
          // Reserves its space while it is decoded.
          style={{ '--width': size.width, '--height': size.height } as CSSProperties}
          alt={alt}
          decoding="async"
        />
      </figure>
      <div className={plate('solid', 'stack gap-4 padded')}>
        <h2 ref={heading} className="heading-xl balanced" tabIndex={-1}>
          {title}
        </h2>
        {facts}
        <SaveLine
          gallery={gallery}
          state={saveState}
          words={saveWords}
          onShare={() => void gallery.save(picture, photoCount)}
          onPressed={() => heading.current?.focus({ preventScroll: true })}
        />
        <div className="row">
          <PictureActions picture={picture} {...actions} />
          {children}
        </div>
        <div className={`row ${styles.ways}`}>
          <ButtonLink look="quiet" to="/projects/kaleidoscope-gallery">
            View Gallery
          </ButtonLink>
          <ButtonLink look="quiet" to={back.to}>
            {back.label}
          </ButtonLink>
        </div>
      </div>
    </section>
  );
}
