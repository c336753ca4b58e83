import { plate } from '@site/ui';
import type { SignalView } from '../sensor-store.ts';
import type { SensorController } from '../sensor-controller.ts';
import type { SignalId } from '../measures/signals.ts';
import styles from './strip-chart.module.css';

interface ZeroButtonProps {
  readonly controller: SensorController;
  readonly signal: SignalId;
  readonly view: SignalView;
  readonly title: string;
}

/** Tare: the current value becomes zero on the screen; recordings keep the original values. */
export function ZeroButton({ controller, signal, view, title }: ZeroButtonProps) {
  const isZeroed = view.zero !== undefined;
  const label = isZeroed ? 'Undo zero' : 'Set to zero';
  return (
    <button
      type="button"
      className={plate('pill', `screen-only ${styles.tool}`)}
      aria-label={`${label}: ${title}`}
      disabled={view.state !== 'live' && !isZeroed}
      onClick={() => controller.setZero(signal, !isZeroed)}
    >
      {label}
    </button>
  );
}
