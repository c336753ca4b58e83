import { useId, useRef, useState, type KeyboardEvent } from 'react';
import { Button, plate } from '@site/ui';
import { nameOf } from './camera-picker.tsx';
import type { Camera } from './facing.ts';
import styles from './engine.module.css';

interface CameraMenuProps {
  readonly cameras: readonly Camera[];
  readonly selectedId: string | null;
  readonly onSelect: (deviceId: string) => void;
}

/** 'Switch Camera': a menu that opens on hover, tap or key press. */
export function CameraMenu({ cameras, selectedId, onSelect }: CameraMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const isHovered = useRef(false);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();

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
      <ul id={id} className={plate('solid', `bare-list ${styles.menuList}`)} hidden={!isOpen}>
        {cameras.map((camera) => (
          <li key={camera.deviceId}>
            <button
              type="button"
              className={styles.menuItem}
              aria-pressed={camera.deviceId === selectedId}
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
