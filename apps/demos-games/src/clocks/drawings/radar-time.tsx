import { handAngles, type WallTime } from '../clock.model.ts';
import { clockName, useClock, type ClockOptions } from '../use-clock.ts';
import { polar } from './polar.ts';
import { echo, trail } from './radar.model.ts';
import hands from '../hands.module.css';
import shared from './drawing.module.css';
import styles from './radar-time.module.css';

const RANGES = [30, 60, 90];
const HOUR_RANGE = 44;
const MINUTE_RANGE = 68;
const TRAIL = trail(90);
const BEARINGS = Array.from({ length: 12 }, (_, hour) => ({ text: String(hour || 12), ...polar(hour * 30, 81) }));

function drawEchoes(face: SVGSVGElement, time: WallTime) {
  const { hour, minute, second } = handAngles(time);
  face.style.setProperty('--hour-echo', echo(second, hour).toFixed(3));
  face.style.setProperty('--minute-echo', echo(second, minute).toFixed(3));
}

/** The second is the beam; hour and minute are two targets that light up as it passes. */
export function RadarTime(options: ClockOptions) {
  const { faceRef, minute } = useClock(options, drawEchoes);
  return (
    <svg
      ref={faceRef}
      className={`${hands.face} ${shared.drawing}`}
      viewBox="-100 -100 200 200"
      role="img"
      aria-label={clockName('Radar time', minute, options.paused)}
    >
      <circle className={shared.plate} r="98.5" />
      <circle className={styles.screen} r="93" />
      <g className={hands.second}>
        {TRAIL.map(({ path, light }) => (
          <path key={path} className={styles.light} d={path} fillOpacity={0.75 * light} />
        ))}
      </g>
      {RANGES.map((radius) => (
        <circle key={radius} className={styles.range} r={radius} />
      ))}
      <path className={styles.range} d="M-90 0H90M0 -90V90" />
      {BEARINGS.map(({ text, x, y }) => (
        <text key={text} className={styles.bearing} x={x} y={y} textAnchor="middle" dominantBaseline="central">
          {text}
        </text>
      ))}
      <g className={hands.second}>
        <line className={styles.beam} y1="0" y2="-90" />
      </g>
      <g className={hands.minute}>
        <line className={styles.line} y1="0" y2={-MINUTE_RANGE} />
        <g className={styles.minuteTarget}>
          <circle className={`${styles.halo} ${shared.sky}`} cy={-MINUTE_RANGE} r="11" />
          <circle className={`${styles.core} ${shared.sky}`} cy={-MINUTE_RANGE} r="5.5" />
        </g>
      </g>
      <g className={hands.hour}>
        <line className={styles.line} y1="0" y2={-HOUR_RANGE} />
        <g className={styles.hourTarget}>
          <circle className={`${styles.halo} ${shared.orange}`} cy={-HOUR_RANGE} r="17" />
          <circle className={`${styles.core} ${shared.orange}`} cy={-HOUR_RANGE} r="9.5" />
        </g>
      </g>
      <circle className={shared.mark} r="2.2" />
    </svg>
  );
}
