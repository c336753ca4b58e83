import type { Origin } from './data-age.tsx';

/** The source to state in a downloaded file. */
export const sourceWords = ({ source }: Pick<Origin, 'source'>): string =>
  source === 'sample' ? 'Sample data for this site, modeled on USDA Market News' : 'USDA AMS Market News, MARS API v1.2';

export const LICENSE = 'Public domain (work of the United States Government)';
