import type { RefObject } from 'react';
import hands from './hands.module.css';
import styles from './clock-face.module.css';

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
    <svg ref={faceRef} className={`${hands.face} ${styles.face}`} viewBox="-100 -100 200 200" role="img" aria-label={name}>
      <circle className={styles.plate} r="98.5" />
      <g className={`${styles.disc} ${hands.hour}`}>
        <circle className={styles.orange} cy="-33" r="30" />
      </g>
      <g className={`${styles.disc} ${hands.minute}`}>
        <circle className={styles.sky} cy="-55" r="20" />
      </g>
      <g className={`${styles.disc} ${hands.second}`}>
        <circle className={styles.rose} cy="-76" r="10" />
      </g>
      {MARKS.map(({ minute, x, y }) => (
        <circle key={minute} className={styles.mark} cx={x} cy={y} r={markSize(minute)} />
      ))}
      {NUMERALS.map(({ text, x, y }) => (
        <text key={text} className={styles.numeral} x={x} y={y} textAnchor="middle" dominantBaseline="central">
          {text}
        </text>
      ))}
      <line className={`${styles.hand} ${hands.hour}`} y1="0" y2="-48" strokeWidth="6" />
      <line className={`${styles.hand} ${hands.minute}`} y1="0" y2="-74" strokeWidth="3.6" />
      <line className={`${styles.hand} ${hands.second}`} y1="16" y2="-84" strokeWidth="1.2" />
      <circle className={styles.cap} r="5" />
      <circle className={styles.pin} r="1.8" />
    </svg>
  );
}
