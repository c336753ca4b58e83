import { plate } from '@site/ui';
import type { Camera, Facing } from './facing.ts';
import styles from './engine.module.css';

/** The direction a camera faces, as a word. */
export const FACING_WORDS: Record<Facing, string> = { user: 'Front', environment: 'Rear', unknown: 'Unknown' };

interface CameraListProps {
  readonly cameras: readonly Camera[];
  readonly activeId: string | null;
  readonly onChoose: (deviceId: string) => void;
}

/** A button for every camera, with the direction it faces. */
export function CameraList({ cameras, activeId, onChoose }: CameraListProps) {
  if (cameras.length === 0) return <p>No cameras detected</p>;
  return (
    <ul className="bare-list stack gap-2" aria-label="Cameras">
      {cameras.map(({ deviceId, label, facing }) => (
        <li key={deviceId}>
          <button
            type="button"
            className={plate('solid', `link line between ${styles.listItem}`)}
            aria-pressed={deviceId === activeId}
            onClick={() => onChoose(deviceId)}
          >
            <span>{label}</span> <span className="note">{FACING_WORDS[facing]}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
