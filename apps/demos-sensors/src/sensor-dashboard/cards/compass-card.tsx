import { useCallback } from 'react';
import type { SignalView } from '../sensor-store.ts';
import { drawCompass } from '../drawings/compass.draw.ts';
import { SensorCanvas, type Drawing } from '../drawings/sensor-canvas.tsx';
import type { SensorController } from '../sensor-controller.ts';
import { compassPointOf, measured } from '../measures/readings.ts';
import { SensorCard } from './sensor-card.tsx';
import styles from './compass-card.module.css';

/** Above this uncertainty, in degrees, the card asks the visitor to calibrate the compass, as phones do. */
const INACCURATE_DEGREES = 20;

/** Where the top of the screen points. */
export function CompassCard({ controller, view }: { readonly controller: SensorController; readonly view: SignalView }) {
  const heading = view.values?.[0];
  const accuracy = view.values?.[1];
  const draw = useCallback<Drawing>(
    (context, area) =>
      drawCompass(
        context,
        area,
        controller.store.isLive('compass') ? (controller.store.newest('compass')?.[0] ?? undefined) : undefined,
      ),
    [controller],
  );
  return (
    <SensorCard card="compass" evidence={view.evidence} size="half" onStart={() => void controller.enable('compass')}>
      <div className={styles.compass}>
        <div>
          <SensorCanvas label="Compass" shape="round" draw={draw} />
        </div>
        <div className="stack gap-2">
          <p className="heading-2xl digits">
            <span data-part="heading">{measured(heading === 360 ? 0 : heading, '°', 0)}</span>{' '}
            <span className={`soft ${styles.wind}`} data-part="wind">
              {typeof heading === 'number' ? compassPointOf(heading) : ''}
            </span>
          </p>
          {typeof accuracy === 'number' && <p className="note">± {measured(accuracy, '°', 0)}</p>}
          {typeof accuracy === 'number' && accuracy > INACCURATE_DEGREES && (
            <p className="note">Inaccurate: move the device in a figure eight.</p>
          )}
        </div>
      </div>
    </SensorCard>
  );
}
