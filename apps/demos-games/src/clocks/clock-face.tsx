import type { RefObject } from 'react';
import { Face, FacePlate } from './face.tsx';
import { DISCS, HANDS, MARKS, NUMERALS } from './clock-face.parts.ts';
import styles from './face.module.css';

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
      {DISCS.map(({ hand, color, y, radius }) => (
        <g key={hand} className={`${styles.disc} ${styles[hand]}`}>
          <circle fill={`var(${color})`} cy={y} r={radius} />
        </g>
      ))}
      <g fill="var(--ink)" className={styles.numerals}>
        {MARKS.map(({ minute, x, y, radius }) => (
          <circle key={minute} cx={x} cy={y} r={radius} />
        ))}
        {NUMERALS.map(({ text, x, y }) => (
          <text key={text} x={x} y={y} textAnchor="middle" dominantBaseline="central">
            {text}
          </text>
        ))}
      </g>
      <g stroke="var(--ink)" strokeLinecap="round">
        {HANDS.map(({ hand, from, to, width }) => (
          <line key={hand} className={styles[hand]} y1={from} y2={to} strokeWidth={width} />
        ))}
      </g>
      <circle fill="var(--ink)" r="5" />
      <circle fill="var(--ground)" r="1.8" />
    </Face>
  );
}
