import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { Button, plate } from '@site/ui';
import { nameOf } from './camera-picker.tsx';
import type { Camera } from './facing.ts';
import styles from './engine.module.css';

interface CameraMenuProps {
  readonly cameras: readonly Camera[];
  readonly selectedId: string | null;
  readonly onSelect: (deviceId: string) => void;
}

/** Distance of the list from the edges of the window, in px. */
const MARGIN = 8;

/** Moves the open list into the window: sideways, and below its button if there is more room than above. */
function keepInWindow(list: HTMLElement, button: HTMLElement): void {
  list.style.translate = '';
  list.style.maxHeight = '';
  const { clientWidth, clientHeight } = document.documentElement;
  const { left, right, height } = list.getBoundingClientRect();
  const { top, bottom } = button.getBoundingClientRect();
  const above = top - MARGIN;
  const below = clientHeight - MARGIN - bottom;
  const isBelow = height > above && below > above;
  list.style.inset = isBelow ? '100% auto auto 0' : '';
  list.style.maxHeight = `${isBelow ? below : above}px`;
  list.style.translate = `${Math.max(MARGIN - left, Math.min(0, clientWidth - MARGIN - right))}px`;
}

/** 'Switch Camera': a menu that opens on hover, tap or key press. */
export function CameraMenu({ cameras, selectedId, onSelect }: CameraMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const isHovered = useRef(false);
  const frame = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    if (!isOpen) return undefined;
    const place = () => keepInWindow(list.current!, button.current!);
    place();
    // A tap beside it does not move the focus on iPhones.
    const leave = ({ target }: Event) => !frame.current!.contains(target as Node) && setOpen(false);
    window.addEventListener('resize', place);
    document.addEventListener('pointerdown', leave);
    return () => {
      window.removeEventListener('resize', place);
      document.removeEventListener('pointerdown', leave);
    };
  }, [isOpen]);

  const hover = (isOver: boolean) => {
    isHovered.current = isOver;
    setOpen(isOver);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen) return;
    // Escape closes only the menu, not the dialog around it.
    event.preventDefault();
    event.stopPropagation();
    setOpen(false);
    button.current?.focus();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the events are those of the button and list inside
    <div
      ref={frame}
      className={styles.menu}
      onPointerEnter={(event) => event.pointerType === 'mouse' && hover(true)}
      onPointerLeave={(event) => event.pointerType === 'mouse' && hover(false)}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setOpen(false)}
      onKeyDown={onKeyDown}
    >
      <Button
        ref={button}
        look="quiet"
        aria-expanded={isOpen}
        aria-controls={id}
        disabled={cameras.length === 0}
        onClick={() => setOpen(isHovered.current || !isOpen)}
      >
        Switch Camera
      </Button>
      <ul ref={list} id={id} className={plate('solid', `bare-list anywhere ${styles.menuList}`)} hidden={!isOpen}>
        {cameras.map((camera) => (
          <li key={camera.deviceId}>
            <button
              type="button"
              className={styles.menuItem}
              aria-pressed={camera.deviceId === selectedId}
              // Safari does not focus a pressed button: the menu would lose the focus and close before the click arrives.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => {
                setOpen(false);
                button.current?.focus();
                onSelect(camera.deviceId);
              }}
            >
              {nameOf(camera)}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
