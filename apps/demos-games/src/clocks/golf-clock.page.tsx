import { useState } from 'react';
import { useHost, useMotionPaused } from '@site/host';
import { Link } from '@site/router';
import { Button, FullScreenButton, Placard, PlacardButtons, sharePage, Switch } from '@site/ui';
import { useRequestedZone, ZoneLine } from './requested-zone.tsx';
import face from './golf/face.svg';
import hourHand from './golf/hour-hand.svg';
import minuteHand from './golf/minute-hand.svg';
import secondHand from './golf/second-hand.svg';
import { TellTime } from './tell-time.tsx';
import { clockName, useClock } from './use-clock.ts';
import { useStayAwake } from './use-stay-awake.ts';
import hands from './face.module.css';
import styles from './golf-clock.module.css';

/** All four images share one square, so that each hand turns around the cup in the middle. */
const HANDS = [
  { hand: 'hour', image: hourHand },
  { hand: 'minute', image: minuteHand },
  { hand: 'second', image: secondHand },
] as const;

const PAUSED = 'Paused: the clock stands still at the moment shown.';

/** In narrower windows the placard starts collapsed, because it would cover the green. */
const ROOM_BESIDE_THE_GREEN = 1240;

export function Component() {
  const paused = useMotionPaused();
  const { toast } = useHost();
  const [sweep, setSweep] = useState(false);
  const requested = useRequestedZone();
  useStayAwake();
  const { faceRef, minute } = useClock<HTMLDivElement>({ paused, sweep, zone: requested.zone });
  return (
    <div className={`night stack gap-4 ${styles.page}`}>
      <div
        ref={faceRef}
        className={`${hands.face} ${styles.clock}`}
        role="img"
        aria-label={clockName('Golf clock', minute, paused)}
      >
        <img className={`cover ${styles.image}`} src={face} alt="" draggable="false" />
        {HANDS.map(({ hand, image }) => (
          <img
            key={hand}
            className={`cover ${styles.image} ${hands[hand]}`}
            data-hand={hand}
            src={image}
            alt=""
            draggable="false"
          />
        ))}
      </div>
      <Link to="/" className={`screen-only link centered ${styles.home}`}>
        Go home
      </Link>
      <div className={styles.below}>
        <ZoneLine requested={requested} clocks="the clock shows" quiet />
        <div className={`centered ${styles.note}`} data-room={PAUSED}>
          <p role="status">{paused ? PAUSED : ''}</p>
        </div>
      </div>
      <Placard
        title="Golf Clock"
        sentence="The time of day on a putting green, full screen."
        foldedUpTo={ROOM_BESIDE_THE_GREEN}
        howItWorks={
          <>
            <p>
              The wood is the hour, the iron the minute, and the ball rolls around the green once a minute. The face and the hands
              are four pictures of the same size; the hands turn around the cup.
            </p>
            <p>
              H hides this placard. A zone in the address, such as <code>?tz=Asia/Kolkata</code>, sets the clock to another
              place&rsquo;s time.
            </p>
          </>
        }
      >
        <Switch isOn={sweep} onChange={setSweep}>
          Sweeping second hand
        </Switch>
        <PlacardButtons>
          <TellTime zone={requested.zone} />
          <FullScreenButton />
          <Button look="quiet" onClick={() => void sharePage({ title: 'Golf Clock', link: window.location.href }, toast)}>
            Share
          </Button>
        </PlacardButtons>
      </Placard>
    </div>
  );
}
