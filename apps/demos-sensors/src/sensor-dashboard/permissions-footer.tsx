import { useLayoutEffect, useRef } from 'react';
import type { Grants, Permission } from './permission-requester.ts';
import styles from './permissions-footer.module.css';

const NAMES: readonly (readonly [Permission, string])[] = [
  ['motion', 'Motion'],
  ['audio', 'Audio'],
  ['camera', 'Camera'],
  ['location', 'Location'],
];

/** Custom property with the height of the bar, for other elements at the bottom of the window and for scrolling. */
const BOTTOM_BAR = '--bottom-bar';

/** Drawn, because each machine's fallback font has these characters in a different weight. */
function Mark({ isGranted }: { readonly isGranted: boolean }) {
  return (
    <svg className={`${isGranted ? 'good' : 'bad'} ${styles.mark}`} viewBox="0 0 16 16" aria-hidden="true">
      <path fill="none" stroke="currentColor" strokeWidth="2.5" d={isGranted ? 'M2 9l4 4 8-10' : 'M3 3l10 10M13 3L3 13'} />
    </svg>
  );
}

/** A check mark or a cross for each permission, also in words. */
export function PermissionsFooter({ grants }: { readonly grants: Grants }) {
  const footer = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const bar = footer.current;
    if (!bar) return;
    const root = document.documentElement;
    const publish = () => {
      // Measured from the list, because the bar's padding above it is where Pause motion is. A bar that scrolls with the page reserves
      // nothing: this distance cancels the one that the shell's style adds.
      const listed = bar.getBoundingClientRect().bottom - (bar.firstElementChild?.getBoundingClientRect().top ?? 0);
      const isSticky = getComputedStyle(bar).position === 'sticky';
      root.style.setProperty(BOTTOM_BAR, isSticky ? `${listed}px` : 'calc(var(--space-5) - var(--space-3))');
      // A focused element is scrolled clear of the bar, its fade, and Pause motion, which is above the bar and 44 px high. Set here
      // because the root belongs to the shell, and no remote adds to the shell's style sheets.
      root.style.scrollPaddingBottom = `calc(var(${BOTTOM_BAR}) + 2rem + 44px)`;
    };
    publish();
    // Its text wraps on a phone and changes with permissions.
    const resizes = new ResizeObserver(publish);
    resizes.observe(bar);
    return () => {
      resizes.disconnect();
      root.style.removeProperty(BOTTOM_BAR);
      root.style.removeProperty('scroll-padding-bottom');
    };
  }, []);
  return (
    <footer ref={footer} className={styles.footer} aria-label="Permissions">
      <ul className={`columns bare-list small ${styles.list}`}>
        {NAMES.map(([permission, name]) => {
          const isGranted = grants[permission] === 'allowed';
          return (
            <li key={permission} className="line start gap-1" data-permission={permission} data-granted={isGranted}>
              <Mark isGranted={isGranted} />
              <span>
                <strong>{name}</strong> <span className={`soft ${styles.words}`}>{grants[permission]}</span>
              </span>
            </li>
          );
        })}
      </ul>
    </footer>
  );
}
