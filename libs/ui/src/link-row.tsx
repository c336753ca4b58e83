import { useId } from 'react';
import { Link } from '@site/router';
import { plate } from './plate.ts';
import styles from './link-row.module.css';

interface LinkRowProps {
  readonly title: string;
  readonly links: readonly { readonly title: string; readonly link: string }[];
  /** True for a page that does not exist yet: the row says so behind its name. */
  readonly isBeingBuilt?: (path: string) => boolean;
}

/** A quieter row of links under a list of cards; nothing at all when there are none. */
export function LinkRow({ title, links, isBeingBuilt = () => false }: LinkRowProps) {
  const id = useId();
  if (links.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      <ul className={`bare-list ${styles.links}`}>
        {links.map(({ link, title: name }) => (
          <li key={link}>
            <Link className={plate('pill', styles.link)} to={link}>
              {name}
            </Link>
            {isBeingBuilt(link) && <span className={styles.note}> being built</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
