import { useId } from 'react';
import type { Fact } from '../read-device-info.ts';
import { plate } from '@site/ui';
import cardStyles from './sensor-card.module.css';
import styles from './facts.module.css';

interface FactLine extends Fact {
  /** Shown in red, by the specification's rule for this value. */
  readonly isAlert?: boolean;
}

/** Named facts, one on each line. */
export function Facts({ facts }: { readonly facts: readonly FactLine[] }) {
  return (
    <dl>
      {facts.map(({ name, value, isAlert }) => (
        <div key={name} className={`row between ${styles.fact}`}>
          <dt className="soft">{name}</dt>
          <dd className={`strong digits anywhere ${isAlert ? 'bad' : ''} ${styles.value}`} data-alert={isAlert || undefined}>
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
    <section className={plate('solid', `stack ${cardStyles.card} ${cardStyles.half}`)} aria-labelledby={id}>
      <h2 id={id} className="heading-l">
        {title}
      </h2>
      <Facts facts={facts} />
    </section>
  );
}
