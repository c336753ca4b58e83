import { useId, useRef, useState } from 'react';
import { Link, useLocation } from '@site/router';
import { Dialog } from '@site/ui';
import { Icon } from '../icon.tsx';
import { TipButton } from '../tips/tip-button.tsx';
import styles from './menu.module.css';

const items = [
  { label: 'Resume', to: '/about', look: styles.orange },
  { label: 'Projects', to: '/projects', look: styles.sky },
  { label: 'Shop', to: '/portfolio', look: styles.rose },
  { label: 'Contact', to: '/contact', look: styles.green },
];

const ICON = { size: 28, stroke: 2.4 };

/** The hamburger menu: a modal dialog. Without scripts its links are shown in the page (see the style sheet). */
export function Menu() {
  const { key } = useLocation();
  /** The history entry at which it was opened. Back and Forward close it, too. */
  const [openAt, setOpenAt] = useState<string>();
  const isOpen = openAt === key;
  if (openAt !== undefined && !isOpen) setOpenAt(undefined);
  const opener = useRef<HTMLButtonElement>(null);
  const id = useId();
  const close = () => setOpenAt(undefined);

  return (
    <>
      <TipButton
        ref={opener}
        tip="Open menu"
        className={`screen-only ${styles.toggle}`}
        aria-label="Open menu"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpenAt(key)}
      >
        <Icon shape={isOpen ? 'close' : 'menu'} {...ICON} />
      </TipButton>
      <Dialog isOpen={isOpen} onClose={close} returnTo={opener} id={id} className={styles.dialog} aria-label="Menu">
        <div className={styles.panel}>
          <button type="button" className={styles.close} aria-label="Close menu" onClick={close}>
            <Icon shape="close" {...ICON} />
          </button>
          <nav aria-label="Main">
            <ul className={`bare-list ${styles.items}`}>
              {items.map(({ label, to, look }) => (
                <li key={to}>
                  <Link to={to} className={`${styles.item} ${look}`} onClick={close}>
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        </div>
      </Dialog>
    </>
  );
}
