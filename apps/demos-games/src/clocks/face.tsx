import type { ReactNode, RefObject } from 'react';
import styles from './face.module.css';

interface FaceProps {
  readonly name: string;
  /** Its custom properties `--hour`, `--minute` and `--second` turn the hands. */
  readonly faceRef: RefObject<SVGSVGElement | null>;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A drawn clock: a picture 200 units wide, with the origin at its center. */
export function Face({ name, faceRef, className = '', children }: FaceProps) {
  return (
    <svg
      ref={faceRef}
      className={`${styles.face} ${styles.drawing} ${className}`}
      viewBox="-100 -100 200 200"
      role="img"
      aria-label={name}
    >
      {children}
    </svg>
  );
}

/** The round plate that most faces are drawn on. */
export const FacePlate = () => <circle fill="var(--plate)" stroke="var(--hairline)" strokeWidth="1" r="98.5" />;
