import type { RefObject } from 'react';
import { polar, svgNumber } from '../drawings/polar.ts';
import hands from '../hands.module.css';
import styles from './poster-face.module.css';

const STAR_POINTS = 5;
/** Inner to outer radius of the regular five-pointed star. */
const STAR_WAIST = 0.382;

function star(radius: number): string {
  return Array.from({ length: 2 * STAR_POINTS }, (_, point) => {
    const { x, y } = polar((point * 360) / (2 * STAR_POINTS), point % 2 === 0 ? radius : radius * STAR_WAIST);
    return `${svgNumber(x)},${svgNumber(y)}`;
  }).join(' ');
}

const STARS = Array.from({ length: 12 }, (_, hour) => ({ hour, ...polar(hour * 30, 87) }));
const RAYS = Array.from({ length: 15 }, (_, ray) => {
  const from = polar(ray * 24 - 6, 74);
  const to = polar(ray * 24 + 6, 74);
  return `0,0 ${svgNumber(from.x)},${svgNumber(from.y)} ${svgNumber(to.x)},${svgNumber(to.y)}`;
});

interface PosterFaceProps {
  readonly name: string;
  /** Its custom properties `--hour`, `--minute` and `--second` turn the hands. */
  readonly faceRef: RefObject<SVGSVGElement | null>;
}

/** A campaign button: twelve stars for the hours, sunrays, bars for hands. */
export function PosterFace({ name, faceRef }: PosterFaceProps) {
  return (
    <svg ref={faceRef} className={`${hands.face} ${styles.face}`} viewBox="-100 -100 200 200" role="img" aria-label={name}>
      <circle className={styles.red} r="99" />
      <circle className={styles.blue} r="96" />
      <circle className={styles.ring} r="77" />
      <circle className={styles.paper} r="75" />
      {RAYS.map((points) => (
        <polygon key={points} className={styles.ray} points={points} />
      ))}
      {STARS.map(({ hour, x, y }) => (
        <polygon
          key={hour}
          className={styles.star}
          points={star(hour === 0 ? 8.4 : 5.4)}
          transform={`translate(${svgNumber(x)} ${svgNumber(y)}) rotate(${hour * 30})`}
        />
      ))}
      <line className={`${styles.hour} ${hands.hour}`} y1="10" y2="-42" />
      <line className={`${styles.minute} ${hands.minute}`} y1="10" y2="-66" />
      <g className={hands.second}>
        <line className={styles.second} y1="18" y2="-58" />
        <polygon className={styles.red} points={star(7)} transform="translate(0 -61)" />
      </g>
      <circle className={styles.red} r="6.500" />
      <polygon className={styles.star} points={star(4.4)} />
    </svg>
  );
}
