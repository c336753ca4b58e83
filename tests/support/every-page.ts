import type { APIRequestContext, Page } from '@playwright/test';
import { isPattern, type BootData } from '@site/contracts';
import { shellPages } from '../../apps/shell/src/page-info.ts';
import { REMOTES } from './site.ts';
import { expect } from './test.ts';

interface SitePage {
  readonly path: string;
  readonly layout: 'home' | 'framed' | 'full-bleed' | 'bare';
  /** Color of the header's text. */
  readonly headerLinks: 'white' | 'black';
  /** Truthy where something moves. */
  readonly moves: boolean | 'in-cards';
}

/** An address without a page. */
export const NOWHERE = '/nowhere';

/** Every page of an app, `shell` or a remote, as listed by the site itself, so that new pages are included automatically. */
export async function pagesOf(request: APIRequestContext, app: string): Promise<readonly SitePage[]> {
  if (app === 'shell') return [...shellPages, { path: NOWHERE, layout: 'framed', headerLinks: 'black', moves: false }];
  const html = await (await request.get('/')).text();
  const boot = JSON.parse(/<script type="application\/json" id="boot">([^]*?)<\/script>/.exec(html)?.[1] ?? '{}') as BootData;
  const routes = boot.remotes.find(({ name }) => name === app)?.routes ?? [];
  expect(routes.length, `pages of ${app}`).toBeGreaterThan(0);
  return routes.flatMap((route) =>
    isPattern(route.path) ? (route.example ? [{ ...route, path: route.example }] : []) : [route],
  );
}

/** Every app whose pages need no camera; the others are in tests/e2e/camera-every-page.spec.ts. */
export const appsWithoutCameras = ['shell', ...REMOTES.filter((remote) => remote !== 'demos-cameras')];

/** Opens a page and waits for its heading, its data and its drawings. */
export async function openFully(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('main').locator('h1, h2').first()).toBeAttached();
  await page.waitForLoadState('networkidle');
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
  await expect(page.locator('main').getByText(/^(Loading|Connecting|Requesting) /)).toHaveCount(0);
}
