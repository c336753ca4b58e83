import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { Fold } from './fold.tsx';
import { isTyping } from './is-typing.ts';
import { plate } from './plate.ts';
import styles from './placard.module.css';

/** Up to this width, a tablet's held upright, the placard begins folded: open it would lie on the exhibit. */
const FOLDED_UP_TO = 900;

/** Px: the site's letters are that large at most, unless the visitor asks for larger ones (`--text-m`). */
const USUAL_LETTERS = 17;

/** The window's width as letters see it: where the visitor's are twice as large, it is half as wide. */
function widthInLetters(): number {
  const size = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || USUAL_LETTERS;
  return (window.innerWidth * USUAL_LETTERS) / Math.max(size, USUAL_LETTERS);
}

interface PlacardProps {
  readonly title: string;
  readonly sentence: ReactNode;
  /** A word beside the title that stays when the placard is folded. */
  readonly badge?: ReactNode;
  readonly howItWorks: ReactNode;
  /** Windows up to this width begin with the placard folded; 0: none does. */
  readonly foldedUpTo?: number;
  /** Readouts and controls. */
  readonly children?: ReactNode;
}

/** The small card beside an exhibit that fills the window, as a museum would hang it. H hides it and shows it again. */
export function Placard({ title, sentence, badge, howItWorks, foldedUpTo = FOLDED_UP_TO, children }: PlacardProps) {
  const [isShown, setShown] = useState(true);
  const [isOpen, setOpen] = useState(() => widthInLetters() > foldedUpTo);
  const id = useId();
  const placard = useRef<HTMLElement>(null);
  useEffect(() => {
    const toggle = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'h' || event.repeat || isTyping(event)) return;
      // What is hidden cannot keep the focus: without another place the next Tab would begin at the top of the page.
      const { current } = placard;
      if (current?.contains(document.activeElement)) current.closest('main')?.focus({ preventScroll: true });
      setShown((before) => !before);
    };
    window.addEventListener('keydown', toggle);
    return () => window.removeEventListener('keydown', toggle);
  }, []);

  return (
    <section ref={placard} className={plate('solid', styles.placard)} aria-labelledby={`${id}-title`} hidden={!isShown}>
      <div className={styles.top}>
        <h2 id={`${id}-title`} className={styles.title}>
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
      <div id={`${id}-body`} className={styles.body} hidden={!isOpen}>
        <p className={styles.sentence}>{sentence}</p>
        {children}
        <Fold title="How it works">{howItWorks}</Fold>
      </div>
    </section>
  );
}

/** The row of buttons on a placard. */
export function PlacardButtons({ children }: { readonly children: ReactNode }) {
  return <div className={styles.buttons}>{children}</div>;
}
