import type { ReactNode } from 'react';
import { plate } from './plate.ts';
import styles from './card.module.css';

interface CardProps {
  readonly title: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly date: string;
  /** A picture of the page, at the card's top edge; clicking it follows the link. */
  readonly picture?: ReactNode;
  /** The link to the page. */
  readonly action: ReactNode;
}

/** An exhibit in a list: title, date, one sentence, tags separated by bullets, and a link. */
export function Card({ title, description, tags, date, picture, action }: CardProps) {
  return (
    <article className={plate('glass', `stack padded ${styles.card}`)}>
      {picture}
      <p className="line note">{date}</p>
      <h2 className="heading-l">{title}</h2>
      <p>{description}</p>
      <p className="note">{tags.join(' • ')}</p>
      <div className={`screen-only ${styles.action}`}>{action}</div>
    </article>
  );
}
