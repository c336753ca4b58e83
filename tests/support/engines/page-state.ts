import type { APIRequestContext } from '@playwright/test';
import { pagesOf } from '../every-page.ts';
import { REMOTES } from '../site.ts';

/** Whether the document is loaded, its heading is hydrated, and something is still loading; pixels beyond the window. */
export interface PageState {
  readonly isLoaded: boolean;
  readonly isHydrated: boolean;
  readonly isWaiting: boolean;
  readonly overflow: number;
}
export const STATE = `(() => {
  const main = document.querySelector('main');
  const heading = main?.querySelector('h1, h2');
  return {
    isLoaded: document.readyState === 'complete',
    isHydrated: Object.keys(heading ?? {}).some((key) => key.startsWith('__reactFiber')),
    isWaiting: main?.querySelector('[aria-busy=true]') != null || /(^|\\n)(Loading|Connecting|Requesting) /.test(main?.innerText ?? ''),
    overflow: Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth),
  };
})()`;

/** Every page of the site, by app: the shell's first. */
export const pagesByApp = (request: APIRequestContext) => Promise.all(['shell', ...REMOTES].map((app) => pagesOf(request, app)));
