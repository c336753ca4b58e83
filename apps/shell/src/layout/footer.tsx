import { Pause, Play } from 'lucide-react';
import { useHost, useMotionPaused } from '@site/host';
import { Link } from '@site/router';
import type { PageInfo } from '../page-info.ts';
import { TipButton } from '../tips/tip-button.tsx';
import styles from './footer.module.css';

function MotionSwitch() {
  const { motion } = useHost();
  const paused = useMotionPaused();
  return (
    <TipButton
      tip={paused ? 'Let everything move again' : 'Hold everything that moves by itself'}
      className={styles.switch}
      onClick={() => motion.setPaused(!paused)}
    >
      {paused ? <Play aria-hidden="true" size={18} /> : <Pause aria-hidden="true" size={18} />}
      {paused ? 'Resume motion' : 'Pause motion'}
    </TipButton>
  );
}

export function Footer({ page }: { readonly page: PageInfo }) {
  return (
    <footer className={page.layout === 'full-bleed' ? styles.floating : styles.footer}>
      {page.moves && <MotionSwitch />}
      <Link to="/privacy" className={styles.link}>
        Privacy
      </Link>
    </footer>
  );
}
