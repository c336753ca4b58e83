import type { ReactNode } from 'react';
import { Button } from '@site/ui';
import { SharingChoice } from './sharing-choice.tsx';
import styles from './gallery.module.css';

interface StartBarProps {
  readonly isShared: boolean;
  readonly onShare: (isShared: boolean) => void;
  readonly disabled: boolean;
  readonly onStart: () => void;
  /** Label of the start button. */
  readonly children: ReactNode;
}

/** The start button, and the choice of what happens to the picture; on a phone both stick to the bottom of the window. */
export function StartBar({ isShared, onShare, disabled, onStart, children }: StartBarProps) {
  return (
    <div className={`stack start ${styles.bar}`}>
      <SharingChoice isShared={isShared} onChange={onShare} />
      <Button disabled={disabled} onClick={onStart}>
        {children}
      </Button>
    </div>
  );
}
