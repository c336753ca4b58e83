import { dollars, type PricedItem } from '@site/contracts';

/** The specification's rule: '$min - $max' if both exist and differ, else '$avg', else '-'. */
export function priceText(item: PricedItem, factor = 1): string {
  const { price_min: min, price_max: max, price_avg: avg } = item;
  if (min !== null && max !== null && min !== max) {
    const low = dollars(min * factor);
    const high = dollars(max * factor);
    return low === high ? low : `${low} - ${high}`;
  }
  return avg === null ? '-' : dollars(avg * factor);
}
