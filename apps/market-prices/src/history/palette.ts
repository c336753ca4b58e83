import styles from './line-chart.module.css';

/** Class for containers of lines or their swatches: elements with `data-line` get the line's color as `--swatch`. */
export const palette = styles.palette;

/** SVG attributes of a small line that is stretched to fit its box. Its round caps draw an isolated week between gaps as a dot. */
export const THIN_LINE = {
  fill: 'none',
  stroke: 'var(--ink)',
  strokeLinecap: 'round',
  strokeWidth: 2,
  vectorEffect: 'non-scaling-stroke',
} as const;
