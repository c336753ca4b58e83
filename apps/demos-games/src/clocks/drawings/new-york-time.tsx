import { useId } from 'react';
import type { WallTime } from '../clock.model.ts';
import { NEW_YORK } from '../time-zone.ts';
import { Face, FacePlate } from '../face.tsx';
import { clockName, useClock, type ClockOptions } from '../use-clock.ts';
import { HourMarks } from './hour-marks.tsx';
import { skyAt, sunAngle, TOWERS, windowsOf } from './new-york.model.ts';
import faces from '../face.module.css';
import styles from './new-york-time.module.css';

const HANDS = [
  { hand: 'hour', from: 0, to: -46, width: 6 },
  { hand: 'minute', from: 0, to: -72, width: 3.8 },
  { hand: 'second', from: 15, to: -78, width: 1.4 },
] as const;
const WINDOWS = TOWERS.flatMap((tower) => windowsOf(tower));

function drawSky(face: SVGSVGElement, time: WallTime) {
  face.dataset['sky'] = skyAt(time);
  face.style.setProperty('--sun', `${sunAngle(time)}deg`);
}

/** New York's own day: the sun goes around once in 24 hours, and the windows light up at night. */
export function NewYorkTime({ paused, sweep }: Omit<ClockOptions, 'zone'>) {
  const { faceRef, minute } = useClock({ paused, sweep, zone: NEW_YORK }, drawSky);
  const porthole = useId();
  return (
    <Face faceRef={faceRef} name={clockName('New York time', minute, paused)} className={styles.city}>
      <FacePlate />
      <clipPath id={porthole}>
        <circle r="84" />
      </clipPath>
      <g clipPath={`url(#${porthole})`}>
        <circle fill="var(--wall)" r="84" />
        <g className={styles.heavens}>
          <g opacity="var(--sunlit)">
            <circle fill="#ffd27a" fillOpacity="0.5" cy="-58" r="17" />
            <circle fill="#ffb21f" cy="-58" r="11.5" />
          </g>
          <circle fill="#e9edff" opacity="var(--moonlit)" cy="58" r="8" />
        </g>
        {TOWERS.map(({ x, width, roof, spire }) => (
          <g key={x} fill="var(--tower)">
            <rect x={x} y={roof} width={width} height={90 - roof} />
            {spire > 0 && <rect x={x + width / 2 - 0.8} y={roof - spire} width="1.6" height={spire} />}
          </g>
        ))}
        <g fill="#ffd98a" fillOpacity="var(--lit)">
          {WINDOWS.map(({ x, y }) => (
            <rect key={`${x} ${y}`} x={x} y={y} width="1.3" height="1.7" />
          ))}
        </g>
      </g>
      <HourMarks radius={91.5} />
      {HANDS.map(({ hand, from, to, width }) => (
        <g key={hand} className={faces[hand]} strokeLinecap="round">
          <line stroke="var(--edge)" strokeOpacity="0.85" y1={from} y2={to} strokeWidth={width + 1.8} />
          <line stroke="var(--hand)" y1={from} y2={to} strokeWidth={width} />
        </g>
      ))}
      <circle fill="var(--hand)" r="5" />
      <circle fill="var(--edge)" r="1.8" />
    </Face>
  );
}
