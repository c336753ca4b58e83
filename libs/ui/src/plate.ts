import styles from './plate.module.css';

const LOOKS = {
  /** What is below shines through, blurred. */
  glass: `${styles.plate} ${styles.glass}`,
  /** For text over whatever moves. */
  solid: `${styles.plate} ${styles.solid}`,
  /** A solid plate of one line. */
  pill: `${styles.plate} ${styles.pill}`,
};

/** Classes of the surface that text is on: hairline border, round corners, a ground to be read on. */
export function plate(look: keyof typeof LOOKS, className?: string): string {
  return className ? `${LOOKS[look]} ${className}` : LOOKS[look];
}
