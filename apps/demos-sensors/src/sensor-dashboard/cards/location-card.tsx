import type { SignalView } from '../sensor-store.ts';
import { useCallback } from 'react';
import { SensorCanvas, type Drawing } from '../drawings/sensor-canvas.tsx';
import { drawPlace } from '../drawings/place.draw.ts';
import { Facts } from './facts.tsx';
import type { SensorController } from '../sensor-controller.ts';
import { placeFacts } from '../measures/readings.ts';
import { SensorCard } from './sensor-card.tsx';
import styles from './location-card.module.css';

/** The device's position. Without a map, because a map server would learn the position. */
export function LocationCard({ controller, view }: { readonly controller: SensorController; readonly view: SignalView }) {
  const [latitude, longitude, accuracy, altitude, speed, heading] = view.values ?? [];
  const facts = placeFacts({ latitude, longitude, accuracy, altitude, speed, heading });
  const draw = useCallback<Drawing>(
    (context, area) => {
      const newest = controller.store.newest('location');
      drawPlace(context, area, newest?.[2] ?? undefined, newest?.[5] ?? undefined);
    },
    [controller],
  );
  return (
    <SensorCard card="location" evidence={view.evidence} size="half" onStart={() => void controller.enable('location')}>
      <Facts facts={facts} />
      {view.values && (
        <div className={styles.place}>
          <SensorCanvas label="Accuracy of the position, and the heading" shape="round" draw={draw} />
        </div>
      )}
    </SensorCard>
  );
}
