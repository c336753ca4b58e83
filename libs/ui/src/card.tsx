import type { ReactNode } from 'react';
import { plate } from './plate.ts';
import styles from './card.module.css';

interface CardProps {
  readonly title: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly date: string;
  /** True if the page behind the card does not exist yet: the card says so. */
  readonly isBeingBuilt?: boolean;
  /** The link to the page. */
  readonly action: ReactNode;
}

/** An exhibit in a list: title, date, one sentence, tags separated by bullets, and a link. */
export function Card({ title, description, tags, date, isBeingBuilt = false, action }: CardProps) {
  return (
    <article className={plate('glass', styles.card)}>
      <p className={styles.date}>
        {date}
        {isBeingBuilt && <span className={styles.badge}>Being built</span>}
      </p>
      <h2 className={styles.title}>{title}</h2>
      <p className={styles.description}>{description}</p>
      <p className={styles.tags}>{tags.join(' • ')}</p>
      <div className={styles.action}>{action}</div>
    </article>
  );
}
