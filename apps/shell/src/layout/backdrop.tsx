import type { PageInfo } from '../page-info.ts';
import styles from './backdrop.module.css';

const SMALL_CIRCLES = 10;

/** The wall behind the page: circles of light. */
export function Backdrop({ page }: { readonly page: PageInfo }) {
  return (
    <div className={page.layout === 'home' ? styles.wall : `${styles.wall} ${styles[page.accent]}`} aria-hidden="true">
      {page.layout !== 'home' && <span className={styles.great} />}
      {page.layout !== 'home' && <span className={styles.second} />}
      {Array.from({ length: SMALL_CIRCLES }, (_, index) => (
        <span key={index} className={styles.small} />
      ))}
    </div>
  );
}
