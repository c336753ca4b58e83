import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { Fold } from './fold.tsx';
import { isTyping } from './is-typing.ts';
import { plate } from './plate.ts';
import styles from './placard.module.css';

/** Up to this width (a tablet in portrait) the placard starts collapsed, because it would cover the exhibit. */
const MAX_FOLDED_WIDTH = 900;

/** Largest font size of the site's text in px (`--text-m`), unless the visitor has set larger text. */
const MAX_USUAL_FONT_SIZE = 17;

/** A length relative to the font size: half as long if the visitor's font is twice as large. */
function fontRelative(length: number): number {
  const size = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || MAX_USUAL_FONT_SIZE;
  return (length * MAX_USUAL_FONT_SIZE) / Math.max(size, MAX_USUAL_FONT_SIZE);
}

interface PlacardProps {
  readonly title: string;
  readonly sentence: ReactNode;
  /** A word beside the title that stays when the placard is collapsed. */
  readonly badge?: ReactNode;
  readonly howItWorks: ReactNode;
  /** In windows up to this width the placard starts collapsed; 0 to never collapse it. */
  readonly foldedUpTo?: number;
  /** Collapses only where the window is also at most this high. */
  readonly foldedUpToHeight?: number;
  /** Readouts and controls. */
  readonly children?: ReactNode;
}

/**
 * The small card beside an exhibit that fills the window, as in a museum. H hides it and shows it again while the exhibit has the
 * focus.
 */
export function Placard({
  title,
  sentence,
  badge,
  howItWorks,
  foldedUpTo = MAX_FOLDED_WIDTH,
  foldedUpToHeight = Infinity,
  children,
}: PlacardProps) {
  const [isShown, setShown] = useState(true);
  const [isOpen, setOpen] = useState(
    () => fontRelative(window.innerWidth) > foldedUpTo || fontRelative(window.innerHeight) > foldedUpToHeight,
  );
  const id = useId();
  const placard = useRef<HTMLElement>(null);
  useEffect(() => {
    const toggle = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'h' || event.repeat || isTyping(event)) return;
      const { current } = placard;
      const exhibit = current?.closest('main');
      // Anywhere else, speech input would trigger it by accident (WCAG 2.1.4).
      if (!exhibit?.contains(document.activeElement)) return;
      // A hidden element loses the focus, and the next Tab would start at the top of the page.
      if (current?.contains(document.activeElement)) exhibit.focus({ preventScroll: true });
      setShown((before) => !before);
    };
    window.addEventListener('keydown', toggle);
    return () => window.removeEventListener('keydown', toggle);
  }, []);

  return (
    <section
      ref={placard}
      className={plate('solid', `screen-only stack gap-0 ${styles.placard}`)}
      aria-labelledby={`${id}-title`}
      hidden={!isShown}
    >
      <div className={`row ${styles.top}`}>
        <h2 id={`${id}-title`} className={`heading-l ${styles.title}`}>
          {title}
        </h2>
        {badge}
        <button
          type="button"
          className={styles.handle}
          aria-expanded={isOpen}
          aria-controls={`${id}-body`}
          onClick={() => setOpen(!isOpen)}
        >
          <span className="visually-hidden">{`Details: ${title}`}</span>
        </button>
      </div>
      <div id={`${id}-body`} className={`stack ${styles.body}`} hidden={!isOpen}>
        <p className={`digits ${styles.sentence}`}>{sentence}</p>
        {children}
        <Fold title="How it works">{howItWorks}</Fold>
      </div>
    </section>
  );
}

/** The row of buttons on a placard. */
export function PlacardButtons({ children }: { readonly children: ReactNode }) {
  return <div className="row gap-2">{children}</div>;
}
