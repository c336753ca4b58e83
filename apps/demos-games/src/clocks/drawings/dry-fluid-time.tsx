import { handAngles, type WallTime } from '../clock.model.ts';
import { Face, FacePlate } from '../face.tsx';
import { clockName, useClock, type ClockOptions } from '../use-clock.ts';
import { grainsOf, HOUR_CHANNEL, MINUTE_CHANNEL, poured, POURS, SECOND_CHANNEL } from './dry-fluid.model.ts';
import { HourMarks } from './hour-marks.tsx';
import faces from '../face.module.css';
import styles from './dry-fluid-time.module.css';

const CHANNELS = [
  { hand: 'hour', channel: HOUR_CHANNEL, grain: 'var(--hour-grain)', spout: 4.4 },
  { hand: 'minute', channel: MINUTE_CHANNEL, grain: 'var(--minute-grain)', spout: 3.4 },
  { hand: 'second', channel: SECOND_CHANNEL, grain: 'var(--second-grain)', spout: 2.6 },
] as const;

function drawSand(face: SVGSVGElement, time: WallTime) {
  const pouredCounts = poured(handAngles(time));
  for (const { hand } of CHANNELS) {
    for (const [pour, grains] of face.querySelectorAll<SVGGElement>(`[data-channel=${hand}]`).entries()) {
      const state = String(pour < pouredCounts[hand]);
      if (grains.dataset['poured'] !== state) grains.dataset['poured'] = state;
    }
  }
}

/** Sand that flows like water: three channels fill up to where their hands would point. */
export function DryFluidTime(options: ClockOptions) {
  const { faceRef, minute } = useClock(options, drawSand);
  return (
    <Face faceRef={faceRef} name={clockName('Dry fluid time', minute, options.paused)} className={styles.sand}>
      <FacePlate />
      {CHANNELS.map(({ hand, channel, grain, spout }) => (
        <g key={hand}>
          <circle fill="none" stroke="var(--ink)" strokeOpacity="0.06" strokeWidth={channel.width + 2} r={channel.radius} />
          {Array.from({ length: POURS }, (_, pour) => (
            <g key={pour} className={styles.pour} fill={grain} data-channel={hand}>
              {grainsOf(channel, pour).map(({ x, y, size }) => (
                <circle key={`${x} ${y}`} cx={x} cy={y} r={size} />
              ))}
            </g>
          ))}
          <g className={faces[hand]}>
            <circle fill="var(--ink)" cy={-channel.radius} r={spout} />
          </g>
        </g>
      ))}
      <HourMarks radius={92.5} />
    </Face>
  );
}
