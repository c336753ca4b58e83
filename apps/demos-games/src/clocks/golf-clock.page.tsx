import { useRef, useState } from 'react';
import { useMotionPaused } from '@site/host';
import { Link } from '@site/router';
import { useAskedZone, ZoneLine } from './asked-zone.tsx';
import { ClockControls } from './clock-controls.tsx';
import face from './golf/face.svg';
import hourHand from './golf/hour-hand.svg';
import minuteHand from './golf/minute-hand.svg';
import secondHand from './golf/second-hand.svg';
import { clockName, useClock } from './use-clock.ts';
import hands from './hands.module.css';
import styles from './golf-clock.module.css';

/** All four images share one square, so that each hand turns about the cup in the middle. */
const HANDS = [
  { hand: 'hour', image: hourHand },
  { hand: 'minute', image: minuteHand },
  { hand: 'second', image: secondHand },
] as const;

export function Component() {
  const paused = useMotionPaused();
  const [sweep, setSweep] = useState(false);
  const stage = useRef<HTMLDivElement>(null);
  const asked = useAskedZone();
  const { faceRef, minute } = useClock<HTMLDivElement>({ paused, sweep, zone: asked.zone });
  return (
    <div ref={stage} className={styles.page}>
      <div
        ref={faceRef}
        className={`${hands.face} ${styles.clock}`}
        role="img"
        aria-label={clockName('Golf clock', minute, paused)}
      >
        <img className={styles.image} src={face} alt="" draggable="false" />
        {HANDS.map(({ hand, image }) => (
          <img key={hand} className={`${styles.image} ${hands[hand]}`} data-hand={hand} src={image} alt="" draggable="false" />
        ))}
      </div>
      <Link to="/" className={styles.home}>
        Go home
      </Link>
      <ZoneLine asked={asked} clocks="the clock shows" quiet />
      <p className={styles.line} role="status">
        {paused ? 'Paused: the clock stands still at the moment shown.' : ''}
      </p>
      <div className={styles.bar}>
        <ClockControls sweep={sweep} onSweep={setSweep} stage={stage} />
      </div>
    </div>
  );
}
