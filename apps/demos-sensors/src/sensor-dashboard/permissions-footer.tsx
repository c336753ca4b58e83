import type { Grants, Permission } from './permission-asker.ts';
import styles from './permissions-footer.module.css';

const NAMES: readonly (readonly [Permission, string])[] = [
  ['motion', 'Motion'],
  ['audio', 'Audio'],
  ['camera', 'Camera'],
  ['location', 'Location'],
];

/** A check or a cross for each permission, and the same in words. */
export function PermissionsFooter({ grants }: { readonly grants: Grants }) {
  return (
    <footer className={styles.footer} aria-label="Permissions">
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
