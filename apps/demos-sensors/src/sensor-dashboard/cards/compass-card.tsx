import { useCallback } from 'react';
import type { SignalView } from '../board.ts';
import { drawCompass } from '../drawings/compass.draw.ts';
import { Dial, type Drawing } from '../drawings/dial.tsx';
import type { Panel } from '../panel.ts';
import { compassPointOf, measured } from '../measures/readings.ts';
import { SensorCard } from './sensor-card.tsx';
import styles from './compass-card.module.css';

/** Above this uncertainty in degrees the visitor is asked to calibrate the compass, as phones do. */
const INACCURATE_DEGREES = 20;

/** Where the top of the screen points. */
export function CompassCard({ panel, view }: { readonly panel: Panel; readonly view: SignalView }) {
  const heading = view.values?.[0];
  const accuracy = view.values?.[1];
  const draw = useCallback<Drawing>(
    (context, face) =>
      drawCompass(context, face, panel.board.isLive('compass') ? (panel.board.newest('compass')?.[0] ?? undefined) : undefined),
    [panel],
  );
  return (
    <SensorCard card="compass" evidence={view.evidence} size="half" onStart={() => void panel.enable('compass')}>
      <div className={styles.compass}>
        <div>
          <Dial label="Compass" shape="round" draw={draw} />
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
