import styles from './price-cells.module.css';

/** USDA's grades have colors; anything else is gray. */
const TINTS = [
  [/choice/i, 'green'],
  [/prime/i, 'purple'],
  [/select/i, 'yellow'],
] as const;

export function QualityBadge({ grade }: { readonly grade: string | null }) {
  if (grade === null) return '-';
  const tint = TINTS.find(([pattern]) => pattern.test(grade))?.[1] ?? 'gray';
  return (
    <span className={`badge ${styles[tint]}`} data-tint={tint}>
      {grade}
    </span>
  );
}
