import { useId, useRef, type ReactNode } from 'react';
import { Button, plate } from '@site/ui';
import { useFocusHeir } from '../../use-focus-heir.ts';
import { CARD_TITLES, STATE_WORDS, stateOf, stateText, type CardId, type Evidence } from '../card-state.ts';
import styles from './sensor-card.module.css';

interface SensorCardProps {
  readonly card: CardId;
  readonly evidence: Evidence;
  readonly size: 'small' | 'half' | 'wide';
  /** Requests only this sensor. */
  readonly onStart?: () => void;
  /** Shown beside the state while the sensor is live, such as its rate. */
  readonly aside?: string;
  readonly children?: ReactNode;
}

const ACTIONS = { tap: 'Allow', blocked: 'Try again', missing: 'Look again' } as const;

/** The frame of every sensor: its name, exactly one state in words, the reason, and what to do. */
export function SensorCard({ card, evidence, size, onStart, aside, children }: SensorCardProps) {
  const id = useId();
  const state = stateOf(evidence);
  const text = stateText(card, evidence);
  const title = CARD_TITLES[card];
  const heading = useRef<HTMLHeadingElement>(null);
  const action = useFocusHeir(heading);
  return (
    <section
      className={plate('solid', `stack ${styles.card} ${styles[size]}`)}
      aria-labelledby={id}
      data-card={card}
      data-state={state}
    >
      <div className={`row between ${styles.top}`}>
        <h2 ref={heading} id={id} className="heading-l" tabIndex={-1}>
          {title}
        </h2>
        <p className={`row small strong ${styles.state}`}>
          <span className={`${styles.lamp} ${styles[state]}`} aria-hidden="true" />
          <span data-part="state">{STATE_WORDS[state]}</span>
          {aside && <span className="soft digits">{aside}</span>}
        </p>
      </div>
      {text && (
        <p className={`note ${styles.text}`} data-part="reason">
          {text}
        </p>
      )}
      {onStart && state !== 'live' && state !== 'unsupported' && (
        <Button ref={action} look="quiet" className={`screen-only ${styles.action}`} onClick={onStart}>
          {ACTIONS[state]} <span className="visually-hidden">{title}</span>
        </Button>
      )}
      {children}
    </section>
  );
}
