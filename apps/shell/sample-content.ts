import { createHash } from 'node:crypto';
import resumeFile from './content/resume.json' with { type: 'json' };
import shopFile from './content/shop.json' with { type: 'json' };
import siteFile from './content/site.json' with { type: 'json' };
import type { ResumeContent } from './resume-content.ts';
import type { ShopContent } from './shop-content.ts';
import type { SiteContent } from './site-content.ts';

/** The content that the pages show, sample or not: tests take names, titles and links from here. */
export const content = {
  'site.json': siteFile as SiteContent,
  'resume.json': resumeFile as ResumeContent,
  'shop.json': shopFile as ShopContent,
};

export type ContentFile = keyof typeof content;

/** Hashes of the content that the site comes with. If you change the sample itself, the skipped tests print the new ones. */
const SAMPLE_HASHES: Readonly<Record<ContentFile, string>> = {
  'site.json': 'a9cee376d129a93c',
  'resume.json': 'a6730d6d5726359f',
  'shop.json': 'eef46741adfc3a9f',
};

/** Independent of the file's formatting. */
const hashOf = (file: ContentFile) => createHash('sha256').update(JSON.stringify(content[file])).digest('hex').slice(0, 16);

/** False once the file has the owner's own content: tests pinned to the sample are then skipped, with the message below. */
export const isSample = (file: ContentFile): boolean => hashOf(file) === SAMPLE_HASHES[file];

export const ownContentMessage = (file: ContentFile): string =>
  `apps/shell/content/${file} is your own (${hashOf(file)}), and this test is about the sample: nothing was compared.`;
