import { Choice } from '@site/ui';
import { FACING_WORDS } from './camera-list.tsx';
import type { Camera } from './facing.ts';

/** A camera's name, and the direction it faces if known. */
export const nameOf = ({ label, facing }: Camera): string =>
  facing === 'unknown' ? label : `${label} (${FACING_WORDS[facing]})`;

interface CameraPickerProps {
  readonly cameras: readonly Camera[];
  readonly selectedId: string | null;
  readonly onSelect: (deviceId: string) => void;
}

export function CameraPicker({ cameras, selectedId, onSelect }: CameraPickerProps) {
  return (
    <Choice
      label="Camera"
      value={selectedId ?? ''}
      disabled={cameras.length === 0}
      onChange={(event) => onSelect(event.target.value)}
    >
      {cameras.length === 0 && <option value="">No cameras detected</option>}
      {cameras.map((camera) => (
        <option key={camera.deviceId} value={camera.deviceId}>
          {nameOf(camera)}
        </option>
      ))}
    </Choice>
  );
}
