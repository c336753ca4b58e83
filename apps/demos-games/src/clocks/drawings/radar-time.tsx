import { handAngles, type WallTime } from '../clock.model.ts';
import { Face, FacePlate } from '../face.tsx';
import { clockName, useClock, type ClockOptions } from '../use-clock.ts';
import { polar } from './polar.ts';
import { echo, trail } from './radar.model.ts';
import faces from '../face.module.css';
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
    <Face faceRef={faceRef} name={clockName('Radar time', minute, options.paused)} className={styles.screen}>
      <FacePlate />
      <circle fill="var(--screen)" r="93" />
      <g className={faces.second}>
        {TRAIL.map(({ path, light }) => (
          <path key={path} fill="var(--light)" d={path} fillOpacity={0.75 * light} />
        ))}
      </g>
      <g fill="none" stroke="var(--beam)" strokeOpacity="0.4" strokeWidth="0.6">
        {RANGES.map((radius) => (
          <circle key={radius} r={radius} />
        ))}
        <path d="M-90 0H90M0 -90V90" />
      </g>
      {BEARINGS.map(({ text, x, y }) => (
        <text
          key={text}
          className={styles.bearing}
          fill="var(--bearing)"
          x={x}
          y={y}
          textAnchor="middle"
          dominantBaseline="central"
        >
          {text}
        </text>
      ))}
      <g className={faces.second}>
        <line stroke="var(--beam)" strokeWidth="1.4" strokeLinecap="round" y1="0" y2="-90" />
      </g>
      <g className={faces.minute} stroke="var(--target)" fill="var(--sky)">
        <line strokeWidth="0.9" strokeDasharray="1.5 2.5" y1="0" y2={-MINUTE_RANGE} />
        <g className={styles.minuteTarget}>
          <circle stroke="none" fillOpacity="0.28" cy={-MINUTE_RANGE} r="11" />
          <circle strokeWidth="1.2" cy={-MINUTE_RANGE} r="5.5" />
        </g>
      </g>
      <g className={faces.hour} stroke="var(--target)" fill="var(--orange)">
        <line strokeWidth="0.9" strokeDasharray="1.5 2.5" y1="0" y2={-HOUR_RANGE} />
        <g className={styles.hourTarget}>
          <circle stroke="none" fillOpacity="0.28" cy={-HOUR_RANGE} r="17" />
          <circle strokeWidth="1.2" cy={-HOUR_RANGE} r="9.5" />
        </g>
      </g>
      <circle fill="var(--ink)" r="2.2" />
    </Face>
  );
}
