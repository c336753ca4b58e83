import { useId, type ReactNode } from 'react';
import { CARD_TITLES, STATE_WORDS, stateOf, stateText, type CardId, type Evidence } from '../card-state.ts';
import styles from './sensor-card.module.css';

interface SensorCardProps {
  readonly card: CardId;
  readonly evidence: Evidence;
  readonly size: 'small' | 'half' | 'wide';
  /** Asks for this sensor alone. */
  readonly onStart?: () => void;
  /** What stands beside the state while the sensor is live: its rate. */
  readonly aside?: string;
  readonly children?: ReactNode;
}

const ACTIONS = { tap: 'Allow', blocked: 'Try again', missing: 'Look again' } as const;

/** The frame of every sensor: its name, exactly one state in words, why it is so, and the way on. */
export function SensorCard({ card, evidence, size, onStart, aside, children }: SensorCardProps) {
  const id = useId();
  const state = stateOf(evidence);
  const text = stateText(card, evidence);
  const title = CARD_TITLES[card];
  return (
    <section className={`${styles.card} ${styles[size]}`} aria-labelledby={id} data-card={card} data-state={state}>
      <div className={styles.top}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        <p className={styles.state}>
          <span className={`${styles.lamp} ${styles[state]}`} aria-hidden="true" />
          <span data-part="state">{STATE_WORDS[state]}</span>
          {aside && <span className={styles.aside}>{aside}</span>}
        </p>
      </div>
      {text && (
        <p className={styles.text} data-part="reason">
          {text}
        </p>
      )}
      {onStart && state !== 'live' && state !== 'unsupported' && (
        <button type="button" className={styles.action} onClick={onStart}>
          {ACTIONS[state]} <span className="visually-hidden">{title}</span>
        </button>
      )}
      {children}
    </section>
  );
}
