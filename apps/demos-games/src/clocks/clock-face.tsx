import type { RefObject } from 'react';
import { Face, FacePlate } from './face.tsx';
import styles from './face.module.css';

const MARK_RADIUS = 89;
const MARKS = Array.from({ length: 60 }, (_, minute) => {
  const angle = (minute / 60) * 2 * Math.PI;
  return { minute, x: Math.sin(angle) * MARK_RADIUS, y: -Math.cos(angle) * MARK_RADIUS };
});
const NUMERALS = [
  { text: '12', x: 0, y: -70 },
  { text: '3', x: 73, y: 0 },
  { text: '6', x: 0, y: 71 },
  { text: '9', x: -73, y: 0 },
];

function markSize(minute: number): number {
  if (minute === 0) return 3.6;
  return minute % 5 === 0 ? 2.2 : 0.75;
}

interface ClockFaceProps {
  readonly name: string;
  /** Its custom properties `--hour`, `--minute` and `--second` turn the hands. */
  readonly faceRef: RefObject<SVGSVGElement | null>;
}

/** Three discs of light that ride on the hands and mix where they meet. */
export function ClockFace({ name, faceRef }: ClockFaceProps) {
  return (
    <Face faceRef={faceRef} name={name} className={styles.mixed}>
      <FacePlate />
      <g className={`${styles.disc} ${styles.hour}`}>
        <circle fill="var(--orange)" cy="-33" r="30" />
      </g>
      <g className={`${styles.disc} ${styles.minute}`}>
        <circle fill="var(--sky)" cy="-55" r="20" />
      </g>
      <g className={`${styles.disc} ${styles.second}`}>
        <circle fill="var(--rose)" cy="-76" r="10" />
      </g>
      <g fill="var(--ink)" className={styles.numerals}>
        {MARKS.map(({ minute, x, y }) => (
          <circle key={minute} cx={x} cy={y} r={markSize(minute)} />
        ))}
        {NUMERALS.map(({ text, x, y }) => (
          <text key={text} x={x} y={y} textAnchor="middle" dominantBaseline="central">
            {text}
          </text>
        ))}
      </g>
      <g stroke="var(--ink)" strokeLinecap="round">
        <line className={styles.hour} y1="0" y2="-48" strokeWidth="6" />
        <line className={styles.minute} y1="0" y2="-74" strokeWidth="3.6" />
        <line className={styles.second} y1="16" y2="-84" strokeWidth="1.2" />
      </g>
      <circle fill="var(--ink)" r="5" />
      <circle fill="var(--ground)" r="1.8" />
    </Face>
  );
}
