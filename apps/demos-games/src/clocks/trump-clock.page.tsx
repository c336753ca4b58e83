import { useState } from 'react';
import { useMotionPaused } from '@site/host';
import { plate } from '@site/ui';
import content from '../../content/satire-clock.json';
import { useRequestedZone, ZoneLine } from './requested-zone.tsx';
import { ClockControls } from './clock-controls.tsx';
import { machineText } from './clock.model.ts';
import { PosterFace } from './satire/poster-face.tsx';
import { boastAt, hourBoastAt, parseSatireWords, posterTime } from './satire/satire-words.ts';
import { clockName, useClock } from './use-clock.ts';
import { useStayAwake } from './use-stay-awake.ts';
import panels from './clock-panel.module.css';
import stages from './clock-stage.module.css';
import styles from './trump-clock.module.css';

const WORDS = parseSatireWords(content, 'content/satire-clock.json');

export function Component() {
  const paused = useMotionPaused();
  const [sweep, setSweep] = useState(false);
  const requested = useRequestedZone();
  useStayAwake();
  const { faceRef, minute, time } = useClock({ paused, sweep, zone: requested.zone });
  const [figures, half] = posterTime(time);
  return (
    <div className={`stack gap-5 ${stages.stage}`}>
      <div className={`stack gap-4 centered ${styles.poster}`}>
        <div className={`stack gap-4 ${styles.first}`}>
          <p className={`anywhere ${styles.slogan}`}>{WORDS.slogan}</p>
          <PosterFace faceRef={faceRef} name={clockName('Satire clock', minute, paused)} />
          <time className={`line digits ${styles.time}`} dateTime={machineText(time).slice(0, 5)}>
            {figures} <span className={styles.half}>{half}</span>
          </time>
        </div>
        <p className={styles.hourBoast}>{hourBoastAt(WORDS, time)}</p>
        <p className={`strong ${styles.boast}`}>{boastAt(WORDS, time)}</p>
        <p className={`small ${styles.smallPrint}`}>{WORDS.smallPrint}</p>
      </div>
      <div className={plate('solid', `screen-only stack gap-2 centered ${panels.panel}`)}>
        <ZoneLine requested={requested} clocks="the clock shows" quiet />
        <p className={`soft ${panels.line}`} role="status">
          {paused ? 'Paused: the clock stands still at the moment shown.' : ''}
        </p>
        <ClockControls sweep={sweep} onSweep={setSweep} zone={requested.zone} />
      </div>
    </div>
  );
}
