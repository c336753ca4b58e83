import styles from './plate.module.css';

const LOOKS = {
  /** Translucent: the background shows through, blurred. */
  glass: `${styles.plate} ${styles.glass}`,
  /** For text over moving content. */
  solid: `${styles.plate} ${styles.solid}`,
  /** A solid plate of one line. */
  pill: `${styles.plate} ${styles.pill}`,
};

/** Classes of the surface behind text: hairline border, round corners, a background on which text is legible. */
export function plate(look: keyof typeof LOOKS, className?: string): string {
  return className ? `${LOOKS[look]} ${className}` : LOOKS[look];
}
