import { polar } from './polar.ts';

/** Twelve dots around a face; the one at twelve is larger. */
export function HourMarks({ radius }: { readonly radius: number }) {
  return Array.from({ length: 12 }, (_, hour) => {
    const { x, y } = polar(hour * 30, radius);
    return <circle key={hour} fill="var(--ink)" cx={x} cy={y} r={hour === 0 ? 3 : 1.6} />;
  });
}
