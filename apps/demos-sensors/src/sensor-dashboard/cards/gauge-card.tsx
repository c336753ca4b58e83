import type { CardId, Evidence } from '../card-state.ts';
import { SensorCard } from './sensor-card.tsx';
import styles from './gauge-card.module.css';

interface GaugeCardProps {
  readonly card: CardId;
  readonly evidence: Evidence;
  readonly reading: string;
  /** More about the reading, in words. */
  readonly note?: string;
  /** Fill of the disc, 0 to 1; none for a sensor without a maximum. */
  readonly share?: number;
  /** Shown in red, by the specification's rule. */
  readonly isAlert?: boolean;
  readonly onStart?: () => void;
}

/** One large number. */
export function GaugeCard({ card, evidence, reading, note, share, isAlert = false, onStart }: GaugeCardProps) {
  return (
    <SensorCard card={card} evidence={evidence} size="small" onStart={onStart}>
      <div className={`line gap-4 ${styles.gauge}`}>
        {share !== undefined && (
          <svg className={styles.disc} viewBox="0 0 40 40" fill="none" strokeWidth="5" aria-hidden="true">
            <circle stroke="var(--hairline)" cx="20" cy="20" r="17" pathLength="100" />
            <circle
              stroke={isAlert ? 'var(--bad)' : 'var(--series-2)'}
              cx="20"
              cy="20"
              r="17"
              pathLength="100"
              strokeDasharray={`${share * 100} 100`}
              transform="rotate(-90 20 20)"
            />
          </svg>
        )}
        <p className={`${isAlert ? 'bad' : ''} ${styles.reading}`} data-alert={isAlert || undefined}>
          <span data-part="reading">{reading}</span>
          {note && (
            <span className={`${isAlert ? 'bad' : 'soft'} ${styles.note}`} data-part="note">
              {note}
            </span>
          )}
        </p>
      </div>
    </SensorCard>
  );
}
