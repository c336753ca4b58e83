import type { Camera, Facing } from './facing.ts';
import styles from './engine.module.css';

/** Where a camera looks, in a word. */
export const FACING_WORDS: Record<Facing, string> = { user: 'Front', environment: 'Rear', unknown: 'Unknown' };

interface CameraListProps {
  readonly cameras: readonly Camera[];
  readonly activeId: string | null;
  readonly onChoose: (deviceId: string) => void;
}

/** Every camera with where it looks; a press chooses it. */
export function CameraList({ cameras, activeId, onChoose }: CameraListProps) {
  if (cameras.length === 0) return <p>No cameras detected</p>;
  return (
    <ul className={styles.list} aria-label="Cameras">
      {cameras.map(({ deviceId, label, facing }) => (
        <li key={deviceId}>
          <button
            type="button"
            className={styles.listItem}
            aria-pressed={deviceId === activeId}
            onClick={() => onChoose(deviceId)}
          >
            <span>{label}</span> <span className={styles.facing}>{FACING_WORDS[facing]}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
