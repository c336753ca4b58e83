import { useId } from 'react';
import { Link } from '@site/router';
import { plate } from './plate.ts';
import styles from './link-row.module.css';

interface LinkRowProps {
  readonly title: string;
  readonly links: readonly { readonly title: string; readonly link: string }[];
}

/** A secondary row of links under a list of cards; renders nothing without links. */
export function LinkRow({ title, links }: LinkRowProps) {
  const id = useId();
  if (links.length === 0) return null;
  return (
    <section aria-labelledby={id} className="stack gap-4">
      <h2 id={id} className="heading-l">
        {title}
      </h2>
      <ul className="bare-list row gap-2">
        {links.map(({ link, title: name }) => (
          <li key={link}>
            <Link className={plate('pill', `link touch ${styles.link}`)} to={link}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
