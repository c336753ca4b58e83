import { ValueClasses } from '../../value-classes.ts';

/** The metrics of a visit, by their names in reports and rows. */
export const VITALS = ['lcp', 'inp', 'cls', 'ttfb'] as const;
export type Vital = (typeof VITALS)[number];

interface VitalScale {
  readonly name: string;
  readonly title: string;
  /** Empty for a value without a unit. */
  readonly unit: string;
  readonly digits: number;
  /** Values up to this one are good, those above `poor` are poor, at the 75th percentile. */
  readonly good: number;
  readonly poor: number;
  readonly classes: ValueClasses;
}

/** Bounds are 9% apart: a smaller change in a percentile means nothing with the number of visits that one site has. */
const classesFrom = (first: number): ValueClasses => new ValueClasses({ first, perOctave: 8, last: 160 });

/** Thresholds: web.dev, "Web Vitals", for the 75th percentile of visits. */
export const SCALES: Readonly<Record<Vital, VitalScale>> = {
  lcp: {
    name: 'LCP',
    title: 'Largest contentful paint',
    unit: '\u00a0ms',
    digits: 0,
    good: 2_500,
    poor: 4_000,
    classes: classesFrom(16),
  },
  inp: {
    name: 'INP',
    title: 'Interaction to next paint',
    unit: '\u00a0ms',
    digits: 0,
    good: 200,
    poor: 500,
    classes: classesFrom(8),
  },
  cls: { name: 'CLS', title: 'Cumulative layout shift', unit: '', digits: 3, good: 0.1, poor: 0.25, classes: classesFrom(0.001) },
  ttfb: {
    name: 'TTFB',
    title: 'Time to first byte',
    unit: '\u00a0ms',
    digits: 0,
    good: 800,
    poor: 1_800,
    classes: classesFrom(8),
  },
};

type Verdict = 'good' | 'fair' | 'poor';

export function verdictOn(vital: Vital, value: number): Verdict {
  const { good, poor } = SCALES[vital];
  if (value <= good) return 'good';
  return value <= poor ? 'fair' : 'poor';
}

/** A value with its unit, such as "310 ms". */
export const textOf = (vital: Vital, value: number): string => `${value.toFixed(SCALES[vital].digits)}${SCALES[vital].unit}`;
