import { useState } from 'react';
import { useMotionPaused } from '@site/host';
import { useSearchParams } from '@site/router';
import { ButtonLink, Fold, plate } from '@site/ui';
import { useRequestedZone, ZoneLine } from './requested-zone.tsx';
import { ClockControls } from './clock-controls.tsx';
import { AnalogTime } from './drawings/analog-time.tsx';
import { DryFluidTime } from './drawings/dry-fluid-time.tsx';
import { FluidTime } from './drawings/fluid-time.tsx';
import { GeometricTime } from './drawings/geometric-time.tsx';
import { NewYorkTime } from './drawings/new-york-time.tsx';
import { RadarTime } from './drawings/radar-time.tsx';
import { LoneClock, type ShownClock } from './lone-clock.tsx';
import { NEW_YORK } from './time-zone.ts';
import { useClock } from './use-clock.ts';
import { useStayAwake } from './use-stay-awake.ts';
import panels from './clock-panel.module.css';
import stages from './clock-stage.module.css';
import styles from './clocks.module.css';

/** In page order. The id is in the address of the clock's own page. */
const CLOCKS: readonly ShownClock[] = [
  { id: 'radar', label: 'RADAR TIME', note: 'The beam is the second; it lights up the hour and the minute.', Clock: RadarTime },
  {
    id: 'geometric',
    label: 'GEOMETRIC TIME',
    note: 'Triangle, square, hexagon: the corner with the dot is the hand.',
    Clock: GeometricTime,
  },
  {
    id: 'dry-fluid',
    label: 'DRY FLUID TIME',
    note: 'Sand fills the hour, the minute and the second from the inside out.',
    Clock: DryFluidTime,
  },
  { id: 'fluid', label: 'FLUID TIME', note: 'Three liquids reach out of one pool.', Clock: FluidTime },
  {
    id: 'new-york',
    label: 'NEW YORK TIME',
    note: 'Its own sky: the sun goes around once a day.',
    zone: NEW_YORK,
    Clock: NewYorkTime,
  },
  { id: 'analog', label: 'ANALOG CLOCK', note: 'Three discs of light ride on the hands.', Clock: AnalogTime },
];

/** This page's address with only this clock, or with all clocks if it is undefined; other parameters are kept. */
function addressOf(params: URLSearchParams, clock: string | undefined): string {
  const search = new URLSearchParams(params);
  search.delete('clock');
  if (clock !== undefined) search.set('clock', clock);
  const query = search.toString();
  return query === '' ? '/projects/clocks' : `/projects/clocks?${query}`;
}

export function Component() {
  const [params] = useSearchParams();
  const alone = CLOCKS.find(({ id }) => id === params.get('clock'));
  if (alone) return <LoneClock key={alone.id} shown={alone} allClocksAddress={addressOf(params, undefined)} />;
  return <AllClocks addressOfClock={(id) => addressOf(params, id)} />;
}

function AllClocks({ addressOfClock }: { readonly addressOfClock: (id: string) => string }) {
  const paused = useMotionPaused();
  const [sweep, setSweep] = useState(false);
  const requested = useRequestedZone();
  const { zone } = requested;
  useStayAwake();
  const { timeRef } = useClock({ paused, sweep, zone });
  const options = { paused, sweep, zone };
  return (
    <div className={`stack gap-5 ${stages.stage}`}>
      <div className={plate('solid', `stack gap-2 centered ${panels.panel}`)}>
        <time ref={timeRef} className={`digits ${panels.digits}`} />
        <ZoneLine requested={requested} clocks="the clocks show" />
        <p className={`soft ${panels.line}`} role="status">
          {paused ? 'Paused: the clocks stand still at the moment shown.' : ''}
        </p>
        <ClockControls sweep={sweep} onSweep={setSweep} zone={zone} />
      </div>
      <ul className={`bare-list columns ${styles.clocks}`}>
        {CLOCKS.map(({ id, label, note, Clock }) => (
          <li key={id} className={plate('solid', `stack gap-1 padded ${styles.exhibit}`)}>
            <Clock {...options} />
            <h2 className={styles.label}>{label}</h2>
            <p className="note centered balanced">{note}</p>
            <ButtonLink look="quiet" className="screen-only" to={addressOfClock(id)} aria-label={`${label} on a page of its own`}>
              On a page of its own
            </ButtonLink>
          </li>
        ))}
      </ul>
      <Fold title="How it works" look="plate">
        <p>
          Every drawing is set by the same three angles: 6 degrees a second for the second, 6 degrees a minute and a tenth of a
          degree a second for the minute, 30 degrees an hour and half a degree a minute for the hour. Each waits for this device’s
          clock to reach the next second, so that none drifts. New York keeps its own zone, daylight saving included; a zone in
          the address, such as <code>?tz=Asia/Kolkata</code>, sets the other five.
        </p>
      </Fold>
    </div>
  );
}
