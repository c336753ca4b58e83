import type { SignalView } from '../board.ts';
import { useCallback } from 'react';
import { Dial, type Drawing } from '../drawings/dial.tsx';
import { drawPlace } from '../drawings/place.draw.ts';
import { Facts } from './facts.tsx';
import type { Panel } from '../panel.ts';
import { placeFacts } from '../measures/readings.ts';
import { SensorCard } from './sensor-card.tsx';
import styles from './location-card.module.css';

/** The device's position. Without a map, because a map server would learn the position. */
export function LocationCard({ panel, view }: { readonly panel: Panel; readonly view: SignalView }) {
  const [latitude, longitude, accuracy, altitude, speed, heading] = view.values ?? [];
  const facts = placeFacts({ latitude, longitude, accuracy, altitude, speed, heading });
  const draw = useCallback<Drawing>(
    (context, face) => {
      const newest = panel.board.newest('location');
      drawPlace(context, face, newest?.[2] ?? undefined, newest?.[5] ?? undefined);
    },
    [panel],
  );
  return (
    <SensorCard card="location" evidence={view.evidence} size="half" onStart={() => void panel.enable('location')}>
      <Facts facts={facts} />
      {view.values && (
        <div className={styles.place}>
          <Dial label="Accuracy of the position, and the heading" shape="round" draw={draw} />
        </div>
      )}
    </SensorCard>
  );
}
