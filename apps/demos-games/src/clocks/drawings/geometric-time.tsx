import { Face, FacePlate } from '../face.tsx';
import { clockName, useClock, type ClockOptions } from '../use-clock.ts';
import { corners, HOUR_TRIANGLE, MINUTE_SQUARE, SECOND_HEXAGON } from './geometric.model.ts';
import { HourMarks } from './hour-marks.tsx';
import faces from '../face.module.css';

const FIGURES = [
  { hand: 'second', figure: SECOND_HEXAGON, color: 'var(--rose)', tip: 3.4 },
  { hand: 'minute', figure: MINUTE_SQUARE, color: 'var(--sky)', tip: 4.8 },
  { hand: 'hour', figure: HOUR_TRIANGLE, color: 'var(--orange)', tip: 6.6 },
] as const;

/** A triangle in a square in a hexagon; the corner with the disc is the hand. */
export function GeometricTime(options: ClockOptions) {
  const { faceRef, minute } = useClock(options);
  return (
    <Face faceRef={faceRef} name={clockName('Geometric time', minute, options.paused)}>
      <FacePlate />
      {FIGURES.map(({ hand, figure, color }) => (
        <g key={hand} className={faces[hand]}>
          <polygon className={faces.figure} fill={color} points={corners(figure)} />
        </g>
      ))}
      {FIGURES.map(({ hand, figure, tip }) => (
        <g key={hand}>
          <circle fill="none" stroke="var(--ink)" strokeOpacity="0.22" strokeWidth="0.6" r={figure.radius} />
          <g className={faces[hand]}>
            <line stroke="var(--ink)" strokeWidth="1" y1="0" y2={-figure.radius} />
            <circle fill="var(--ink)" cy={-figure.radius} r={tip} />
          </g>
        </g>
      ))}
      <HourMarks radius={92.5} />
      <circle fill="var(--ink)" r="2.6" />
    </Face>
  );
}
