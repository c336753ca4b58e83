import { content, isSample, wordsForOwn, type ContentFile } from '../../apps/shell/sample-content.ts';
import { test } from './test.ts';

export type { ContentFile };

/** What the pages of this site show: its owner's words, which are the sample's until somebody changes them. */
export const site = content['site.json'];
export const resume = content['resume.json'];
export const shop = content['shop.json'];

/** Ends the test, with words, where a file it is about is the sample no longer. */
export function skipOwn(...files: readonly ContentFile[]): void {
  const own = files.filter((file) => !isSample(file)).map(wordsForOwn);
  if (own.length > 0) console.log(`skipped “${test.info().title}”: ${own.join(' ')}`);
  test.skip(own.length > 0, own.join(' '));
}
