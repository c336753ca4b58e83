import styles from './line-chart.module.css';

/** Class of whatever holds lines or their swatches: elements with `data-line` take a line's color as `--swatch`. */
export const palette = styles.palette;
