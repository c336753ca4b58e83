import { useId, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react';
import { Menu as MenuIcon, X } from 'lucide-react';
import { Link } from '@site/router';
import { TipButton } from '../tips/tip-button.tsx';
import styles from './menu.module.css';

const items = [
  { label: 'Resume', to: '/about', look: styles.orange },
  { label: 'Projects', to: '/projects', look: styles.sky },
  { label: 'Shop', to: '/portfolio', look: styles.rose },
  { label: 'Contact', to: '/contact', look: styles.green },
];

/** Keeps Tab inside: the browser's own trap lets it out to the address bar. */
function loopFocus(dialog: HTMLDialogElement, event: KeyboardEvent) {
  const stops = [...dialog.querySelectorAll<HTMLElement>('a[href], button')];
  const edge = event.shiftKey ? stops[0] : stops.at(-1);
  if (document.activeElement !== edge) return;
  event.preventDefault();
  (event.shiftKey ? stops.at(-1) : stops[0])?.focus();
}

/** The hamburger menu: a modal dialog. Without scripts its links stand in the page (see the style). */
export function Menu() {
  const [open, setOpen] = useState(false);
  const dialog = useRef<HTMLDialogElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();

  function show() {
    dialog.current?.showModal();
    setOpen(true);
  }
  function close() {
    dialog.current?.close();
    setOpen(false);
    button.current?.focus();
  }
  function onKeyDown(event: KeyboardEvent<HTMLDialogElement>) {
    if (event.key === 'Tab') loopFocus(event.currentTarget, event);
    if (event.key !== 'Escape') return;
    event.preventDefault();
    close();
  }
  const onBackdrop = (event: MouseEvent<HTMLDialogElement>) => event.target === event.currentTarget && close();

  return (
    <>
      <TipButton
        ref={button}
        tip={open ? 'Close menu' : 'Open menu'}
        className={styles.toggle}
        aria-label={open ? 'Close menu' : 'Open menu'}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-controls={id}
        onClick={open ? close : show}
      >
        {open ? <X aria-hidden="true" /> : <MenuIcon aria-hidden="true" />}
      </TipButton>
      <dialog ref={dialog} id={id} className={styles.dialog} aria-label="Menu" onClose={() => setOpen(false)} onClick={onBackdrop} onKeyDown={onKeyDown}>
        <div className={styles.panel}>
          <button type="button" className={styles.close} aria-label="Close menu" onClick={close}>
            <X aria-hidden="true" />
          </button>
          <nav aria-label="Main">
            <ul className={styles.items}>
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
      </dialog>
    </>
  );
}
