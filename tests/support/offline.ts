import type { Page } from '@playwright/test';
import { changedBuild } from './changed-build.ts';
import { startFaultProxy } from './fault-proxy.ts';
import { startSite } from './site.ts';
import { expect } from './test.ts';

/** Pages that open without a network, and what shows that each runs. */
export const EXHIBITS = {
  '/projects/clocks': (page: Page) => expect(page.getByText('RADAR TIME')).toBeVisible(),
  '/projects/tennis-ball-gun': (page: Page) => expect(page.getByRole('button', { name: 'START GAME' })).toBeVisible(),
  '/projects/333-balls': (page: Page) => expect(page.locator('[data-readout=count]')).toHaveText('333 balls'),
  '/projects/monet-paint': (page: Page) =>
    expect(page.locator('[data-paint]')).toHaveAttribute('data-paint', /flowing|still|plain/),
} as const;

export const CLOCKS = '/projects/clocks';

/** A site for this test alone, behind a network that can be cut. */
export async function startSiteBehindNetwork() {
  const site = await startSite({ ownStore: true });
  const network = await startFaultProxy(site.url);
  return {
    url: network.url,
    store: site.store,
    /** Telemetry gets through: the browser does not know that the network is cut, and would log that telemetry was lost. */
    setOnline(isOnline: boolean): void {
      network.inject(isOnline ? null : { path: /^(?!\/api\/telemetry)/, answer: (response) => response.destroy() });
    },
    async close(): Promise<void> {
      await network.close();
      await site.close();
    },
  };
}

/** Pages that the browser has kept, and their serial. */
export const keptBy = (page: Page) =>
  page.evaluate(async () => {
    const stored = await caches.match('/offline-state');
    const { kept } = stored ? ((await stored.json()) as { kept: { serial: number; pages: string[] } | null }) : { kept: null };
    return { serial: kept?.serial ?? 0, pages: kept?.pages.toSorted() ?? [] };
  });

export const SECOND_RELEASE = 'the second release of the clocks';

/** A build in which the clocks page shows only `SECOND_RELEASE`. */
export const secondBuild = (mark: string) =>
  changedBuild('demos-games', CLOCKS, { page: `export function Component() { return '${SECOND_RELEASE}'; }`, mark });
