import { content, isSample, ownContentMessage, type ContentFile } from '../../apps/shell/sample-content.ts';
import { test } from './test.ts';

export type { ContentFile };

/** The content that the pages show: the owner's, which is the sample until somebody changes it. */
export const site = content['site.json'];
export const resume = content['resume.json'];
export const shop = content['shop.json'];

/** Skips the test, with a message, if a file it depends on is no longer the sample. */
export function skipUnlessSample(...files: readonly ContentFile[]): void {
  const own = files.filter((file) => !isSample(file)).map(ownContentMessage);
  if (own.length > 0) console.log(`skipped “${test.info().title}”: ${own.join(' ')}`);
  test.skip(own.length > 0, own.join(' '));
}
