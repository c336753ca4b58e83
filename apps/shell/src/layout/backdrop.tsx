import { createRandom } from '@site/sim';
import { ownWalls, useBouncing } from '../bouncing/use-bouncing.ts';
import type { PageInfo } from '../page-info.ts';
import styles from './backdrop.module.css';

const SMALL_CIRCLES = 10;
/** Px per tick on each axis: slower than the large circles, so that they stay in the background. */
const SLOWEST = 0.1;
const FASTEST = 0.3;

const random = createRandom(48);
const drift = () => (random() < 0.5 ? -1 : 1) * (SLOWEST + (FASTEST - SLOWEST) * random());
const velocities = Array.from({ length: SMALL_CIRCLES }, () => ({ vx: drift(), vy: drift() }));

/** The backdrop of the page: circles of light. The small ones drift on pages that have motion. */
export function Backdrop({ page }: { readonly page: PageInfo }) {
  const { refOf } = useBouncing({ velocities, wallsOf: ownWalls, held: page.moves !== true });
  return (
    <div className={`screen-only window ${styles.wall} ${page.layout === 'home' ? '' : styles[page.accent]}`} aria-hidden="true">
      {page.layout !== 'home' && <span className={styles.large} />}
      {page.layout !== 'home' && <span className={styles.second} />}
      {velocities.map((_, index) => (
        <span key={index} ref={refOf(index)} className={styles.small} />
      ))}
    </div>
  );
}
