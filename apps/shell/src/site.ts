import type { SiteContent } from '../site-content.ts';
import content from '../content/site.json';

/** The owner's content; the build has validated it. */
export const site = content as SiteContent;

export const documentTitle = (pageTitle: string) => `${pageTitle} – ${site.ownerName}`;
