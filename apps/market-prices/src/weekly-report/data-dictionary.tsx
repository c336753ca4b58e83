import { Fold } from '@site/ui';
import type { PriceKind } from '../prices/price-kind.ts';
import styles from './data-dictionary.module.css';

const SHARED: readonly (readonly [string, string])[] = [
  ['Report Date', 'Monday of the week in which the advertisements ran.'],
  ['Section', 'The part of the report in which USDA lists the item.'],
  ['Region', 'NATIONAL, or one of eight regions. Regions do not add up to NATIONAL: few items run in all of them.'],
  ['Store Count', 'How many stores advertised the item. A price from few stores says little.'],
  ['Quality', 'The grade in the advertisement; “-” where USDA states none, which is the usual case.'],
  [
    'Activity index',
    'Above the rows: the store counts of all NATIONAL rows added up, the total that USDA publishes for a week. It shows how much was advertised.',
  ],
  [
    'Past Year',
    'The average price of the same item and region in the weeks stored here. The line breaks where nothing was advertised.',
  ],
  [
    'Mean price',
    'In the chart: the mean of all positive average prices of the region in that week. Each item counts once, however many stores ran it.',
  ],
];

/** What each column means. */
export function DataDictionary({ kind }: { readonly kind: PriceKind }) {
  const own: readonly (readonly [string, string])[] = [
    [kind.itemHeader, 'As USDA names it, with package, condition and production method beneath: together they identify an item.'],
    [
      'Price Range',
      `Lowest to highest advertised price per ${kind.unit}, or the average where USDA gives one price. The dot is the average across stores.`,
    ],
  ];
  const change = [
    'Weekly Change',
    'Average price compared with that of the same item and region exactly one week earlier. “No data” where it was not advertised then.',
  ] as const;
  return (
    <Fold title="What the columns mean" look="plate">
      <dl className={`columns ${styles.dictionary}`}>
        {[...own, ...(kind.hasWeeklyChange ? [change] : []), ...SHARED].map(([term, meaning]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </Fold>
  );
}
