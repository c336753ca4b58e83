import type { ReactNode } from 'react';
import { Button } from '@site/ui';
import { SharingChoice } from './sharing-choice.tsx';
import studio from '../engine/studio.module.css';

interface StartBarProps {
  readonly isShared: boolean;
  readonly onShare: (isShared: boolean) => void;
  readonly disabled: boolean;
  readonly onStart: () => void;
  /** Start's own words. */
  readonly children: ReactNode;
}

/** Start, and beside it what becomes of the picture: on a phone both stay at the window's lower edge. */
export function StartBar({ isShared, onShare, disabled, onStart, children }: StartBarProps) {
  return (
    <div className={studio.bar}>
      <SharingChoice isShared={isShared} onChange={onShare} />
      <Button disabled={disabled} onClick={onStart}>
        {children}
      </Button>
    </div>
  );
}
