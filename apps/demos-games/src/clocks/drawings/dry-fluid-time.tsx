import { handAngles, type WallTime } from '../clock.model.ts';
import { clockName, useClock, type ClockOptions } from '../use-clock.ts';
import { grainsOf, HOUR_CHANNEL, MINUTE_CHANNEL, poured, POURS, SECOND_CHANNEL } from './dry-fluid.model.ts';
import { HourMarks } from './hour-marks.tsx';
import hands from '../hands.module.css';
import shared from './drawing.module.css';
import styles from './dry-fluid-time.module.css';

const CHANNELS = [
  { hand: 'hour', channel: HOUR_CHANNEL, look: styles.hourGrain, spout: 4.4 },
  { hand: 'minute', channel: MINUTE_CHANNEL, look: styles.minuteGrain, spout: 3.4 },
  { hand: 'second', channel: SECOND_CHANNEL, look: styles.secondGrain, spout: 2.6 },
] as const;

function drawSand(face: SVGSVGElement, time: WallTime) {
  const lying = poured(handAngles(time));
  for (const { hand } of CHANNELS) {
    for (const [pour, grains] of face.querySelectorAll<SVGGElement>(`[data-channel=${hand}]`).entries()) {
      const state = String(pour < lying[hand]);
      if (grains.dataset['poured'] !== state) grains.dataset['poured'] = state;
    }
  }
}

/** Sand runs like water and stays where it falls: three channels fill up to where their hands would point. */
export function DryFluidTime(options: ClockOptions) {
  const { faceRef, minute } = useClock(options, drawSand);
  return (
    <svg
      ref={faceRef}
      className={`${hands.face} ${shared.drawing}`}
      viewBox="-100 -100 200 200"
      role="img"
      aria-label={clockName('Dry fluid time', minute, options.paused)}
    >
      <circle className={shared.plate} r="98.5" />
      {CHANNELS.map(({ hand, channel, look, spout }) => (
        <g key={hand}>
          <circle className={styles.channel} r={channel.radius} strokeWidth={channel.width + 2} />
          {Array.from({ length: POURS }, (_, pour) => (
            <g key={pour} className={`${styles.pour} ${look}`} data-channel={hand}>
              {grainsOf(channel, pour).map(({ x, y, size }) => (
                <circle key={`${x} ${y}`} cx={x} cy={y} r={size} />
              ))}
            </g>
          ))}
          <g className={hands[hand]}>
            <circle className={styles.spout} cy={-channel.radius} r={spout} />
          </g>
        </g>
      ))}
      <HourMarks radius={92.5} />
    </svg>
  );
}
