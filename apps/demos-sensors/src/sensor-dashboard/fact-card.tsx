import { useId } from 'react';
import type { Fact } from './read-device-info.ts';
import styles from './fact-card.module.css';

/** A card of named facts. */
export function FactCard({ title, facts }: { readonly title: string; readonly facts: readonly Fact[] }) {
  const id = useId();
  return (
    <section className={styles.card} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      <dl className={styles.facts}>
        {facts.map(({ name, value }) => (
          <div key={name} className={styles.fact}>
            <dt className={styles.name}>{name}</dt>
            <dd className={styles.value}>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
