import type { ComponentType } from 'react';
import { lazyPart, loadedPart, type LazyPart } from '../lazy-part.ts';
import { HomePage } from './home.page.tsx';

export type PagePart = LazyPart<{ readonly Page: ComponentType }>;

/**
 * The shell's pages by path. The home page comes with the shell; the code of the others is fetched when one is opened, so each is
 * also listed in `page-sources.ts`, from which the document learns what to preload.
 */
export function createOwnPages(): ReadonlyMap<string, PagePart> {
  return new Map<string, PagePart>([
    ['/', loadedPart({ Page: HomePage })],
    ['/about', lazyPart(async () => ({ Page: (await import('./about.page.tsx')).AboutPage }))],
    ['/contact', lazyPart(async () => ({ Page: (await import('./contact.page.tsx')).ContactPage }))],
    ['/offline', lazyPart(async () => ({ Page: (await import('./offline.page.tsx')).OfflinePage }))],
    ['/portfolio', lazyPart(async () => ({ Page: (await import('./shop.page.tsx')).ShopPage }))],
    ['/privacy', lazyPart(async () => ({ Page: (await import('./privacy.page.tsx')).PrivacyPage }))],
    ['/projects', lazyPart(async () => ({ Page: (await import('./projects.page.tsx')).ProjectsPage }))],
    ['/projects/drafts', lazyPart(async () => ({ Page: (await import('./drafts.page.tsx')).DraftsPage }))],
    ['/projects/header-test', lazyPart(async () => ({ Page: (await import('./header-test.page.tsx')).HeaderTestPage }))],
  ]);
}
