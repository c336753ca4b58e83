import { Face, FacePlate } from '../face.tsx';
import { clockName, useClock, type ClockOptions } from '../use-clock.ts';
import { HOUR_TONGUE, MINUTE_TONGUE, neck, SECOND_TONGUE } from './fluid.model.ts';
import { HourMarks } from './hour-marks.tsx';
import faces from '../face.module.css';

const TONGUES = [
  { hand: 'hour', tongue: HOUR_TONGUE, color: 'var(--orange)' },
  { hand: 'minute', tongue: MINUTE_TONGUE, color: 'var(--sky)' },
  { hand: 'second', tongue: SECOND_TONGUE, color: 'var(--rose)' },
] as const;

/** Three liquids in one pool, each reaching out to where its hand would point. */
export function FluidTime(options: ClockOptions) {
  const { faceRef, minute } = useClock(options);
  return (
    <Face faceRef={faceRef} name={clockName('Fluid time', minute, options.paused)}>
      <FacePlate />
      <circle fill="none" stroke="var(--hairline)" strokeWidth="5" r="94" />
      <path
        fill="none"
        stroke="var(--ink)"
        strokeOpacity="0.12"
        strokeWidth="3"
        strokeLinecap="round"
        d="M-62 -58A85 85 0 0 1 -30 -79.5"
      />
      <HourMarks radius={89} />
      {TONGUES.map(({ hand, tongue, color }) => (
        <g key={hand} fill={color} className={`${faces.disc} ${faces[hand]}`}>
          <path d={`${neck(tongue)}${disc(0, tongue.pool)}${disc(-tongue.distance, tongue.drop)}`} fillRule="nonzero" />
        </g>
      ))}
      {TONGUES.map(({ hand, tongue }) => (
        <g key={hand} className={faces[hand]}>
          <circle
            className={faces.glint}
            cx={-tongue.drop * 0.35}
            cy={-tongue.distance - tongue.drop * 0.35}
            r={tongue.drop * 0.2}
          />
        </g>
      ))}
    </Face>
  );
}

/** A whole circle as part of a path, drawn in the same direction as the neck, so that the overlap stays filled. */
function disc(y: number, radius: number): string {
  return `M0 ${y - radius}A${radius} ${radius} 0 1 0 0 ${y + radius}A${radius} ${radius} 0 1 0 0 ${y - radius}Z`;
}
