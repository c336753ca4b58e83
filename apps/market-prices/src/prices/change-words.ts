import type { Change } from './week-price.ts';

/** "up $0.45 (+22.0%)"; the sign and the word make the direction clear without color. */
export function changeWords({ dollars, percent }: Change): string {
  const amount = Math.abs(dollars).toFixed(2);
  if (amount === '0.00') return 'unchanged';
  const sign = dollars > 0 ? '+' : '−';
  return `${dollars > 0 ? 'up' : 'down'} $${amount} (${sign}${Math.abs(percent).toFixed(1)}%)`;
}

type Direction = 'up' | 'down' | 'flat';

/** Kit classes: a price increase is red, a decrease green. */
export const CHANGE_LOOKS: Readonly<Record<Direction, string>> = { up: 'strong bad', down: 'strong good', flat: 'strong soft' };

export function directionOf({ dollars }: Change): Direction {
  if (Math.abs(dollars).toFixed(2) === '0.00') return 'flat';
  return dollars > 0 ? 'up' : 'down';
}
