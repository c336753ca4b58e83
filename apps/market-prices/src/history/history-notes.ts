import type { RegionHistory } from './get-price-history.ts';

/** The source of a history's figures and their license: shown below a chart, and in a picture of it. */
export const historyNotes = ({ attribution, licence }: Pick<RegionHistory, 'attribution' | 'licence'>): string[] => [
  'Advertised feature prices, nominal: not adjusted for inflation.',
  `Source: ${attribution}. ${licence}.`,
];
