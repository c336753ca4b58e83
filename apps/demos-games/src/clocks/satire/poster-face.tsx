import type { RefObject } from 'react';
import { polar, svgNumber } from '../drawings/polar.ts';
import { Face } from '../face.tsx';
import faces from '../face.module.css';

const STAR_POINTS = 5;
/** Ratio of the inner to the outer radius of a regular five-pointed star. */
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

/** A campaign button: twelve stars for the hours, sunrays, bars for hands. It has the colors of the poster around it. */
export function PosterFace({ name, faceRef }: PosterFaceProps) {
  return (
    <Face faceRef={faceRef} name={name}>
      <circle fill="var(--red)" r="99" />
      <circle fill="var(--blue)" r="96" />
      <circle fill="none" stroke="var(--paper)" strokeWidth="1.2" r="77" />
      <circle fill="var(--paper)" r="75" />
      <g fill="var(--red)" fillOpacity="0.13">
        {RAYS.map((points) => (
          <polygon key={points} points={points} />
        ))}
      </g>
      {STARS.map(({ hour, x, y }) => (
        <polygon
          key={hour}
          fill="var(--paper)"
          points={star(hour === 0 ? 8.4 : 5.4)}
          transform={`translate(${svgNumber(x)} ${svgNumber(y)}) rotate(${hour * 30})`}
        />
      ))}
      <line className={faces.hour} stroke="var(--blue)" strokeWidth="9" y1="10" y2="-42" />
      <line className={faces.minute} stroke="var(--blue)" strokeWidth="5.4" y1="10" y2="-66" />
      <g className={faces.second} fill="var(--red)">
        <line stroke="var(--red)" strokeWidth="1.8" strokeLinecap="round" y1="18" y2="-58" />
        <polygon points={star(7)} transform="translate(0 -61)" />
      </g>
      <circle fill="var(--red)" r="6.5" />
      <polygon fill="var(--paper)" points={star(4.4)} />
    </Face>
  );
}
