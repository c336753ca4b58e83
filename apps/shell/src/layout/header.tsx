import { Link } from '@site/router';
import type { PageInfo } from '../page-info.ts';
import { site } from '../site.ts';
import { Menu } from './menu.tsx';
import styles from './header.module.css';

const classOf = (...names: (string | false | undefined)[]) => names.filter(Boolean).join(' ');

/** The owner's name and the menu, each on a plate of its own: readable on any page, in both color schemes. */
export function Header({ page }: { readonly page: PageInfo }) {
  const isHome = page.layout === 'home';
  return (
    <header className={classOf(styles.header, isHome && styles.home, page.layout === 'full-bleed' && styles.floating)}>
      <div className={`stack start gap-2 ${styles.title}`}>
        <Link to="/" className={styles.name}>
          <span className={styles.lines}>{site.ownerName}</span>
        </Link>
        {isHome && site.subtitle && <p className={styles.subtitle}>{site.subtitle}</p>}
      </div>
      <Menu />
    </header>
  );
}
