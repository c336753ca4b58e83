import { useState } from 'react';
import { useHost, useMotionPaused } from '@site/host';
import { useFrameLoop } from '@site/stage';
import { Button, Fold, plate } from '@site/ui';
import { CompassCard } from './cards/compass-card.tsx';
import { diagnosticsOf, NEVER } from './diagnostics.ts';
import { createSensorCanvases, SensorCanvasesContext } from './drawings/sensor-canvas.tsx';
import { FactCard } from './cards/facts.tsx';
import { GaugeCard } from './cards/gauge-card.tsx';
import { LevelCard } from './cards/level-card.tsx';
import { LocationCard } from './cards/location-card.tsx';
import { MotionCard } from './cards/motion-card.tsx';
import { PermissionsFooter } from './permissions-footer.tsx';
import { isBatteryLow, isNear, measured } from './measures/readings.ts';
import { SIGNAL_IDS } from './measures/signals.ts';
import { SoundCard } from './cards/sound-card.tsx';
import { Transport } from './transport.tsx';
import { useDeviceInfo } from './use-device-info.ts';
import { useSensorController } from './use-sensor-controller.ts';
import styles from './sensor-dashboard.module.css';

export function Component() {
  const [controller, view] = useSensorController();
  const [canvases] = useState(createSensorCanvases);
  const [diagnostics, setDiagnostics] = useState<string>();
  const info = useDeviceInfo();
  const isPaused = useMotionPaused();
  const { toast } = useHost();
  useFrameLoop({ step: () => {}, draw: canvases.drawAll, halfRate: true });

  const { signals } = view;
  const { brightness, proximity, battery } = signals;
  const [level, charging] = battery.values ?? [];
  const isOnline = info.device.find((fact) => fact.name === 'Online')?.value !== 'No';
  const isAnythingLive = SIGNAL_IDS.some((signal) => signals[signal].state === 'live');
  const copyDiagnostics = async () => {
    const text = diagnosticsOf(view, info);
    try {
      await navigator.clipboard.writeText(text);
      toast({ title: 'Diagnostics copied' });
    } catch {
      setDiagnostics(text);
    }
  };

  return (
    <SensorCanvasesContext value={canvases}>
      <div className={`stack gap-5 ${styles.page}`}>
        <div className={plate('solid', `columns padded ${styles.console}`)}>
          <div className="stack">
            <p className="heading-l">Nothing leaves this device.</p>
            <p className={styles.text}>
              Every reading stays on this page. It sends none of them anywhere, and forgets them when you leave.
            </p>
            <div className="screen-only row gap-2">
              <Button aria-busy={view.isAsking} onClick={() => void controller.enableAll()}>
                ENABLE ALL SENSORS
              </Button>
              <Button look="quiet" onClick={() => controller.stopAll()}>
                Stop all
              </Button>
              <Button look="quiet" onClick={() => void copyDiagnostics()}>
                Copy diagnostics
              </Button>
            </div>
            {diagnostics && (
              <label className={`stack gap-2 small ${styles.diagnostics}`}>
                This page cannot use the clipboard. Copy from here:
                <textarea className={plate('solid')} readOnly rows={6} value={diagnostics} />
              </label>
            )}
          </div>
          <Transport controller={controller} recording={view.recording} isAnythingLive={isAnythingLive} />
        </div>
        <p className={plate('solid', `strong ${styles.said} ${styles.announcement}`)} role="status">
          {isOnline ? '' : 'This device is offline.'}
        </p>
        {isPaused && (
          <p className={plate('solid', `note ${styles.said}`)}>
            Motion is paused: drawings stand still, numbers and recordings continue.
          </p>
        )}
        <div className={styles.cards}>
          <LevelCard controller={controller} view={signals.orientation} />
          <CompassCard controller={controller} view={signals.compass} />
          <MotionCard controller={controller} signal="accelerometer" view={signals.accelerometer} />
          <MotionCard controller={controller} signal="gyroscope" view={signals.gyroscope} />
          <SoundCard controller={controller} view={signals.sound} />
          <LocationCard controller={controller} view={signals.location} />
          <GaugeCard
            card="battery"
            evidence={battery.evidence}
            reading={measured(level, '%', 0)}
            note={typeof charging === 'number' ? (charging === 1 ? 'Charging' : 'Not charging') : undefined}
            share={(level ?? 0) / 100}
            isAlert={isBatteryLow(level)}
            onStart={() => void controller.enable('battery')}
          />
          <GaugeCard
            card="brightness"
            evidence={brightness.evidence}
            reading={measured(brightness.values?.[0], 'lx', 0)}
            onStart={() => void controller.enable('brightness')}
          />
          <GaugeCard
            card="proximity"
            evidence={proximity.evidence}
            reading={measured(proximity.values?.[0], 'cm', 1)}
            note={isNear(proximity.values?.[0]) ? 'Near' : undefined}
            isAlert={isNear(proximity.values?.[0])}
            onStart={() => void controller.enable('proximity')}
          />
          <GaugeCard card="temperature" evidence={NEVER} reading={measured(null, '°C', 1)} />
          <GaugeCard card="pressure" evidence={NEVER} reading={measured(null, 'hPa', 1)} />
          <GaugeCard card="humidity" evidence={NEVER} reading={measured(null, '%', 0)} />
          <FactCard title="Device" facts={info.device} />
          <FactCard title="Browser" facts={info.browser} />
        </div>
        <Fold title="How it works" look="plate">
          <p>
            A card is live only if a value has arrived: for a motion sensor, within the last half second. A browser may have an
            API without a sensor behind it, so no state is based on the API alone.
          </p>
          <p>
            Recordings contain each sample as the sensor reported it, with the time of its event, before zeroing and rounding: a
            CSV with units and measured rates, or the same as JSON. Speed is recorded in meters per second and shown in km/h.
            iPhones report acceleration with the opposite sign; it is shown unchanged.
          </p>
          <p>
            The camera is requested and closed immediately: no card shows its image. Leaving the page, hiding it for a minute, or
            Stop all releases every sensor.
          </p>
          <p>
            “Unknown” means that this browser does not say; some withhold or round values to make their users harder to identify.
          </p>
        </Fold>
        <PermissionsFooter grants={view.grants} />
      </div>
    </SensorCanvasesContext>
  );
}
