import { useLayoutEffect, useRef } from 'react';
import type { Grants, Permission } from './permission-asker.ts';
import styles from './permissions-footer.module.css';

const NAMES: readonly (readonly [Permission, string])[] = [
  ['motion', 'Motion'],
  ['audio', 'Audio'],
  ['camera', 'Camera'],
  ['location', 'Location'],
];

/** What the window's foot is taken up by, for whatever else stands there and for what is scrolled into sight. */
const BOTTOM_BAR = '--bottom-bar';

/** A check or a cross for each permission, and the same in words. */
export function PermissionsFooter({ grants }: { readonly grants: Grants }) {
  const footer = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const bar = footer.current;
    if (!bar) return;
    const root = document.documentElement;
    const tell = () => {
      root.style.setProperty(BOTTOM_BAR, `${bar.offsetHeight}px`);
      // What takes the focus stops above the bar, its fade, and Pause motion, which stands above the bar and is 44 px high. The root
      // is the shell's, whose sheets no remote adds to.
      root.style.scrollPaddingBottom = `calc(var(${BOTTOM_BAR}) + 2rem + 44px)`;
    };
    tell();
    // Its words wrap on a phone, and change as permissions do.
    const resizes = new ResizeObserver(tell);
    resizes.observe(bar);
    return () => {
      resizes.disconnect();
      root.style.removeProperty(BOTTOM_BAR);
      root.style.removeProperty('scroll-padding-bottom');
    };
  }, []);
  return (
    <footer ref={footer} className={styles.footer} aria-label="Permissions">
      <ul className={styles.list}>
        {NAMES.map(([permission, name]) => {
          const isGranted = grants[permission] === 'allowed';
          return (
            <li key={permission} className={styles.item} data-permission={permission} data-granted={isGranted}>
              <span className={isGranted ? `${styles.mark} ${styles.granted}` : styles.mark} aria-hidden="true">
                {isGranted ? '✓' : '✗'}
              </span>
              <span>
                <strong>{name}</strong> <span className={styles.words}>{grants[permission]}</span>
              </span>
            </li>
          );
        })}
      </ul>
    </footer>
  );
}
