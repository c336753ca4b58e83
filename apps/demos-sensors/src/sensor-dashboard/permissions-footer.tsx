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

/** A check mark or a cross for each permission, also in words. */
export function PermissionsFooter({ grants }: { readonly grants: Grants }) {
  const footer = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const bar = footer.current;
    if (!bar) return;
    const root = document.documentElement;
    const publish = () => {
      root.style.setProperty(BOTTOM_BAR, `${bar.offsetHeight}px`);
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
      <ul className={`bare-list small ${styles.list}`}>
        {NAMES.map(([permission, name]) => {
          const isGranted = grants[permission] === 'allowed';
          return (
            <li key={permission} className={`line gap-2 ${styles.item}`} data-permission={permission} data-granted={isGranted}>
              <span className={`${isGranted ? 'good' : 'bad'} ${styles.mark}`} aria-hidden="true">
                {isGranted ? '✓' : '✗'}
              </span>
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
