import { useState, type ReactNode } from 'react';
import { useMotionPaused } from '@site/host';
import { Fold, plate } from '@site/ui';
import { useAskedZone, ZoneLine } from './asked-zone.tsx';
import { ClockControls } from './clock-controls.tsx';
import { AnalogTime } from './drawings/analog-time.tsx';
import { DryFluidTime } from './drawings/dry-fluid-time.tsx';
import { FluidTime } from './drawings/fluid-time.tsx';
import { GeometricTime } from './drawings/geometric-time.tsx';
import { NewYorkTime } from './drawings/new-york-time.tsx';
import { RadarTime } from './drawings/radar-time.tsx';
import { useClock } from './use-clock.ts';
import panels from './clock-panel.module.css';
import stages from './clock-stage.module.css';
import styles from './clocks.module.css';

function Exhibit({ label, note, children }: { readonly label: string; readonly note: string; readonly children: ReactNode }) {
  return (
    <li className={plate('solid', `stack gap-1 ${styles.exhibit}`)}>
      {children}
      <h2 className={styles.label}>{label}</h2>
      <p className={`note ${styles.where}`}>{note}</p>
    </li>
  );
}

export function Component() {
  const paused = useMotionPaused();
  const [sweep, setSweep] = useState(false);
  const asked = useAskedZone();
  const { zone } = asked;
  const { timeRef } = useClock({ paused, sweep, zone });
  const options = { paused, sweep, zone };
  return (
    <div className={`stack gap-5 ${stages.stage}`}>
      <div className={plate('solid', `stack gap-2 ${panels.panel}`)}>
        <time ref={timeRef} className={panels.digits} />
        <ZoneLine asked={asked} clocks="the clocks show" />
        <p className={`soft ${panels.line}`} role="status">
          {paused ? 'Paused: the clocks stand still at the moment shown.' : ''}
        </p>
        <ClockControls sweep={sweep} onSweep={setSweep} />
      </div>
      <ul className={`bare-list ${styles.wall}`}>
        <Exhibit label="RADAR TIME" note="The beam is the second; it lights hour and minute.">
          <RadarTime {...options} />
        </Exhibit>
        <Exhibit label="GEOMETRIC TIME" note="Triangle, square, hexagon: the dotted corner points.">
          <GeometricTime {...options} />
        </Exhibit>
        <Exhibit label="DRY FLUID TIME" note="Sand fills hour, minute and second from the inside out.">
          <DryFluidTime {...options} />
        </Exhibit>
        <Exhibit label="FLUID TIME" note="Three liquids reach out of one pool.">
          <FluidTime {...options} />
        </Exhibit>
        <Exhibit label="NEW YORK TIME" note="Its own sky: the sun goes round once a day.">
          <NewYorkTime paused={paused} sweep={sweep} />
        </Exhibit>
        <Exhibit label="ANALOG CLOCK" note="Three discs of light ride on the hands.">
          <AnalogTime {...options} />
        </Exhibit>
      </ul>
      <Fold title="How it works" look="plate">
        <p>
          Every drawing is set by the same three angles: 6 degrees a second for the second, 6 degrees a minute and a tenth of a
          degree a second for the minute, 30 degrees an hour and half a degree a minute for the hour. Each waits for the next full
          second of this device’s clock, so that none drifts. New York keeps its own zone, daylight saving included; a zone in the
          address, such as <code>?tz=Asia/Kolkata</code>, sets the other five.
        </p>
      </Fold>
    </div>
  );
}
