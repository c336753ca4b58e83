import type { ComponentProps, ReactNode } from 'react';
import { plate } from '@site/ui';
import styles from './setup-panel.module.css';

interface SetupPanelProps {
  /** A preview of the finished picture. */
  readonly picture: ReactNode;
  /** Why the camera is off, if it was on before. */
  readonly loss: string | undefined;
  readonly explanation: string;
  /** Controls. */
  readonly children: ReactNode;
  /** The dialog, while it is open. */
  readonly dialog: ReactNode;
}

/** A camera page before the camera runs: a picture, and text and controls beside it. */
export function SetupPanel({ picture, loss, explanation, children, dialog }: SetupPanelProps) {
  return (
    <div className="beside">
      {picture}
      <div className={plate('solid', `stack padded ${styles.words}`)}>
        {loss && (
          <p className={plate('solid', `strong ${styles.loss}`)} role="alert">
            {loss}
          </p>
        )}
        <p className={styles.explanation}>{explanation}</p>
        {children}
      </div>
      {dialog}
    </div>
  );
}

/** At least one screen high, including the title above it, so that the footer stays below the fold whatever the camera does. */
export function Steady({ children }: { readonly children: ReactNode }) {
  return <div className={styles.steady}>{children}</div>;
}

/** The `picture` of a `SetupPanel`. */
export function PreviewCanvas({ className = '', ...rest }: ComponentProps<'canvas'>) {
  return <canvas className={`${styles.preview} ${className}`} role="img" {...rest} />;
}

/** How a finished picture was made. */
export function ResultFacts({ children }: { readonly children: ReactNode }) {
  return <p className={`stack gap-1 digits ${styles.facts}`}>{children}</p>;
}
