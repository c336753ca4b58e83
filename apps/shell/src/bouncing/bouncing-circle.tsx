import { ownWalls, useBouncing } from './use-bouncing.ts';
import styles from './bouncing-circle.module.css';

/** Px per tick on each axis (specification). */
const START = [{ vx: 0.3, vy: 0.3 }];

/** One large circle that bounces from edge to edge of the window, behind everything that can be read. */
export function BouncingCircle({ color }: { readonly color: 'neon' | 'orange' }) {
  const { refOf } = useBouncing({ velocities: START, wallsOf: ownWalls });
  return (
    <div className={`screen-only window ${styles.layer}`} aria-hidden="true">
      <span ref={refOf(0)} className={`${styles.circle} ${styles[color]}`} />
    </div>
  );
}
