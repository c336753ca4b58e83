import { clockName, useClock, type ClockOptions } from '../use-clock.ts';
import { HOUR_TONGUE, MINUTE_TONGUE, neck, SECOND_TONGUE } from './fluid.model.ts';
import { HourMarks } from './hour-marks.tsx';
import hands from '../hands.module.css';
import shared from './drawing.module.css';
import styles from './fluid-time.module.css';

const TONGUES = [
  { hand: 'hour', tongue: HOUR_TONGUE, color: shared.orange },
  { hand: 'minute', tongue: MINUTE_TONGUE, color: shared.sky },
  { hand: 'second', tongue: SECOND_TONGUE, color: shared.rose },
] as const;

/** Three liquids in one pool, each reaching out to where its hand would point. */
export function FluidTime(options: ClockOptions) {
  const { faceRef, minute } = useClock(options);
  return (
    <svg
      ref={faceRef}
      className={`${hands.face} ${shared.drawing}`}
      viewBox="-100 -100 200 200"
      role="img"
      aria-label={clockName('Fluid time', minute, options.paused)}
    >
      <circle className={shared.plate} r="98.5" />
      <circle className={styles.vessel} r="94" />
      <path className={styles.shine} d="M-62 -58A85 85 0 0 1 -30 -79.5" />
      <HourMarks radius={89} />
      {TONGUES.map(({ hand, tongue, color }) => (
        <g key={hand} className={`${shared.disc} ${color} ${hands[hand]}`}>
          <path d={`${neck(tongue)}${disc(0, tongue.pool)}${disc(-tongue.distance, tongue.drop)}`} fillRule="nonzero" />
        </g>
      ))}
      {TONGUES.map(({ hand, tongue }) => (
        <g key={hand} className={hands[hand]}>
          <circle
            className={styles.glint}
            cx={-tongue.drop * 0.35}
            cy={-tongue.distance - tongue.drop * 0.35}
            r={tongue.drop * 0.2}
          />
        </g>
      ))}
    </svg>
  );
}

/** A whole circle as part of a path, turning the same way as the neck, so that the overlap stays filled. */
function disc(y: number, radius: number): string {
  return `M0 ${y - radius}A${radius} ${radius} 0 1 0 0 ${y + radius}A${radius} ${radius} 0 1 0 0 ${y - radius}Z`;
}
