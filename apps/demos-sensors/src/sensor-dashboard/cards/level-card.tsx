import { useCallback } from 'react';
import { drawBubble, drawDevice, LEVEL_DEGREES } from '../drawings/attitude.draw.ts';
import { matrixOf, onScreen, relativeTo, tiltOf, type Matrix } from '../measures/attitude.ts';
import type { SignalView } from '../sensor-store.ts';
import { SensorCanvas, type Drawing } from '../drawings/sensor-canvas.tsx';
import { Facts } from './facts.tsx';
import type { SensorController } from '../sensor-controller.ts';
import { measured } from '../measures/readings.ts';
import { SensorCard } from './sensor-card.tsx';
import type { Values } from '../measures/signals.ts';
import { ZeroButton } from './zero-button.tsx';
import styles from './level-card.module.css';

const screenAngle = () => window.screen.orientation?.angle ?? 0;

/** A pose is not zeroed by subtracting angles: it is rotated back by the pose that was set to zero. */
function poseOf(values: Values | undefined, zero: readonly number[] | undefined): Matrix | undefined {
  if (!values) return undefined;
  const [alpha, beta, gamma] = values;
  const pose = matrixOf(alpha ?? 0, beta ?? 0, gamma ?? 0);
  return zero ? relativeTo(matrixOf(zero[0] ?? 0, zero[1] ?? 0, zero[2] ?? 0), pose) : pose;
}

/** A bubble level, and a model of the device in its current orientation. */
export function LevelCard({ controller, view }: { readonly controller: SensorController; readonly view: SignalView }) {
  const pose = poseOf(view.values, view.zero);
  const tilt = pose && tiltOf(onScreen(pose, screenAngle()));
  const now = useCallback(() => {
    const values = controller.store.isLive('orientation') ? controller.store.newest('orientation') : undefined;
    return poseOf(values, view.zero);
  }, [controller, view.zero]);
  const bubble = useCallback<Drawing>(
    (context, area) => {
      const held = now();
      drawBubble(context, area, held && onScreen(held, screenAngle()));
    },
    [now],
  );
  const device = useCallback<Drawing>((context, area) => drawDevice(context, area, now()), [now]);
  return (
    <SensorCard card="orientation" evidence={view.evidence} size="half" onStart={() => void controller.enable('orientation')}>
      <div className={styles.instruments}>
        <figure>
          <SensorCanvas label="Bubble level" shape="round" draw={bubble} />
          <figcaption className={`note centered ${styles.caption}`}>Rim at {LEVEL_DEGREES}°</figcaption>
        </figure>
        <figure>
          <SensorCanvas label="Model of this device as it is held" shape="round" draw={device} />
          <figcaption className={`note centered ${styles.caption}`}>This device</figcaption>
        </figure>
      </div>
      <Facts
        facts={[
          { name: 'Right edge raised', value: measured(tilt?.roll, '°', 1) },
          { name: 'Top edge raised', value: measured(tilt?.pitch, '°', 1) },
          { name: 'Away from level', value: measured(tilt?.slope, '°', 1) },
        ]}
      />
      {pose && (
        <div>
          <ZeroButton controller={controller} signal="orientation" view={view} title="Level" />
        </div>
      )}
    </SensorCard>
  );
}
