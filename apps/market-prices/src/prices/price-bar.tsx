import type { PriceRange } from '@site/contracts';

interface PriceBarProps {
  readonly range: PriceRange;
  /** Dollars per unit at the right end; the left end is zero. */
  readonly scaleEnd: number;
}

/** The price on a scale that all rows share. Decorative: the text next to it says the same. */
export function PriceBar({ range, scaleEnd }: PriceBarProps) {
  const at = (dollars: number) => `${((dollars / scaleEnd) * 100).toFixed(2)}%`;
  return (
    <svg width="100%" height="12" overflow="visible" aria-hidden="true">
      <line stroke="var(--hairline)" x1="0%" x2="100%" y1="50%" y2="50%" />
      <line
        stroke="var(--orange)"
        strokeLinecap="round"
        strokeWidth="6"
        x1={at(range.low)}
        x2={at(range.high)}
        y1="50%"
        y2="50%"
      />
      <circle fill="var(--ink)" cx={at(range.average)} cy="50%" r="4" />
    </svg>
  );
}
