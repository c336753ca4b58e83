import { useId } from 'react';
import type { Fact } from '../read-device-info.ts';
import cardStyles from './sensor-card.module.css';
import styles from './facts.module.css';

interface FactLine extends Fact {
  /** Stands in red: the specification's rule for this value holds. */
  readonly isAlert?: boolean;
}

/** Named facts, one on each line. */
export function Facts({ facts }: { readonly facts: readonly FactLine[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(({ name, value, isAlert }) => (
        <div key={name} className={styles.fact}>
          <dt className={styles.name}>{name}</dt>
          <dd className={isAlert ? `${styles.value} ${styles.alert}` : styles.value} data-alert={isAlert || undefined}>
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A card of facts that need no sensor. */
export function FactCard({ title, facts }: { readonly title: string; readonly facts: readonly Fact[] }) {
  const id = useId();
  return (
    <section className={`${cardStyles.card} ${cardStyles.half}`} aria-labelledby={id}>
      <h2 id={id} className={cardStyles.title}>
        {title}
      </h2>
      <Facts facts={facts} />
    </section>
  );
}
