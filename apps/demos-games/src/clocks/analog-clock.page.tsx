import { useState } from 'react';
import { useMotionPaused } from '@site/host';
import { ClockFace } from './clock-face.tsx';
import { useClock } from './use-clock.ts';
import styles from './analog-clock.module.css';

export function Component() {
  const paused = useMotionPaused();
  const [sweep, setSweep] = useState(false);
  const { faceRef, timeRef, minute } = useClock({ paused, sweep });
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <div className={styles.page}>
      <ClockFace faceRef={faceRef} name={paused ? `Analog clock, paused at ${minute}` : `Analog clock showing ${minute}`} />
      <div className={styles.reading}>
        <time ref={timeRef} className={styles.digits} />
        <p className={styles.line}>{zone.replaceAll('_', ' ')}</p>
        <p className={styles.line} role="status">
          {paused ? 'Paused: the clock stands still at the moment shown.' : ''}
        </p>
        <label className={styles.option}>
          <input className={styles.box} type="checkbox" checked={sweep} onChange={(event) => setSweep(event.target.checked)} />
          Sweeping second hand
        </label>
      </div>
      <details className={styles.how}>
        <summary>How it works</summary>
        <p>
          The second hand moves 6 degrees a second, the minute hand 6 degrees a minute and a tenth of a degree a second, the hour
          hand 30 degrees an hour and half a degree a minute. Each tick waits for the next full second of this device’s clock
          instead of counting to a thousand, so that the hands never drift and are right at once after a sleep. Hands only ever
          turn forward.
        </p>
      </details>
    </div>
  );
}
