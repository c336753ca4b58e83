import { join } from 'node:path';
import type { Plugin } from 'vite';
import { ContentError, readContent } from './content-file.ts';
import { ResumeSchema } from './resume-content.ts';
import { ShopSchema } from './shop-content.ts';
import { SiteContentSchema } from './site-content.ts';

/** @throws ContentError when the owner's content does not fit the pages that show it, or contradicts itself */
export function checkContent(folder: string): void {
  const { ownerName } = readContent(SiteContentSchema, folder, 'site.json');
  const { basics } = readContent(ResumeSchema, folder, 'resume.json');
  readContent(ShopSchema, folder, 'shop.json');
  if (basics.name !== undefined && basics.name !== ownerName) {
    throw new ContentError(
      `apps/shell/content/resume.json: basics.name: is "${basics.name}", but site.json says ownerName "${ownerName}", which the pages show`,
    );
  }
}

/** Stops the build before it starts: an error from within it would come with ten lines of the bundler's output. */
export function checkedContent(root: string): Plugin {
  return {
    name: 'checked-content',
    configResolved() {
      checkContent(join(root, 'content'));
    },
  };
}
