import { useSyncExternalStore } from 'react';
import { useHost } from '@site/host';
import { Link } from '@site/router';
import { plate } from '@site/ui';
import { Icon } from '../icon.tsx';
import type { PageInfo } from '../page-info.ts';
import { TipButton } from '../tips/tip-button.tsx';
import styles from './footer.module.css';

/** True while motion is paused; undefined on the server and in the first render, when it is not known yet. */
function usePausedMotion(): boolean | undefined {
  const { motion } = useHost();
  return useSyncExternalStore<boolean | undefined>(
    (onChange) => motion.subscribe(onChange),
    () => motion.isPaused(),
    () => undefined,
  );
}

function MotionSwitch() {
  const { motion } = useHost();
  const still = usePausedMotion();
  return (
    <TipButton
      tip={still ? 'Let everything move again' : 'Pause everything that moves by itself'}
      className={plate('pill', `touch ${styles.switch}`)}
      onClick={() => motion.setPaused(!motion.isPaused())}
    >
      {/* The document has both labels: until its scripts run, the style sheet shows the one that will be right. */}
      <span className={still === undefined ? `line gap-2 ${styles.ifMoving}` : 'line gap-2'} hidden={still === true}>
        <Icon shape="pause" size={18} />
        Pause motion
      </span>
      <span className={still === undefined ? `line gap-2 ${styles.ifStill}` : 'line gap-2'} hidden={still === false}>
        <Icon shape="play" size={18} />
        Resume motion
      </span>
    </TipButton>
  );
}

const LOOKS: Readonly<Record<PageInfo['layout'], string | undefined>> = {
  'full-bleed': styles.floating,
  home: `${styles.footer} ${styles.over}`,
  framed: styles.footer,
  bare: undefined,
};

export function Footer({ page }: { readonly page: PageInfo }) {
  const look = LOOKS[page.layout];
  return (
    <footer className={`screen-only row ${look} ${page.moves && page.layout !== 'full-bleed' ? styles.moving : ''}`}>
      <Link to="/privacy" className={plate('pill', `link touch ${styles.link}`)}>
        Privacy
      </Link>
      {page.moves && <MotionSwitch />}
    </footer>
  );
}
