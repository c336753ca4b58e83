import { clockName, useClock, type ClockOptions } from '../use-clock.ts';
import { corners, HOUR_TRIANGLE, MINUTE_SQUARE, SECOND_HEXAGON } from './geometric.model.ts';
import { HourMarks } from './hour-marks.tsx';
import hands from '../hands.module.css';
import shared from './drawing.module.css';
import styles from './geometric-time.module.css';

const FIGURES = [
  { hand: 'second', figure: SECOND_HEXAGON, color: shared.rose, tip: 3.4 },
  { hand: 'minute', figure: MINUTE_SQUARE, color: shared.sky, tip: 4.8 },
  { hand: 'hour', figure: HOUR_TRIANGLE, color: shared.orange, tip: 6.6 },
] as const;

/** A triangle in a square in a hexagon; the corner with the disc is the hand. */
export function GeometricTime(options: ClockOptions) {
  const { faceRef, minute } = useClock(options);
  return (
    <svg
      ref={faceRef}
      className={`${hands.face} ${shared.drawing}`}
      viewBox="-100 -100 200 200"
      role="img"
      aria-label={clockName('Geometric time', minute, options.paused)}
    >
      <circle className={shared.plate} r="98.5" />
      {FIGURES.map(({ hand, figure, color }) => (
        <g key={hand} className={hands[hand]}>
          <polygon className={`${styles.figure} ${color}`} points={corners(figure)} />
        </g>
      ))}
      {FIGURES.map(({ hand, figure, tip }) => (
        <g key={hand}>
          <circle className={styles.orbit} r={figure.radius} />
          <g className={hands[hand]}>
            <line className={styles.needle} y1="0" y2={-figure.radius} />
            <circle className={shared.mark} cy={-figure.radius} r={tip} />
          </g>
        </g>
      ))}
      <HourMarks radius={92.5} />
      <circle className={shared.mark} r="2.6" />
    </svg>
  );
}
