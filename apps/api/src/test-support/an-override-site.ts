import { join } from 'node:path';
import { signOverride } from '@site/releases';
import { TEST_KEYS, TEST_SIGNING_KEY } from './a-config.ts';
import { aTrial, EGGS_CANARY } from './a-trial.ts';
import { anApi } from './an-api.ts';

export const SITE = 'https://site.example';

/** The release of eggs that a page has. */
export const eggsIn = (html: string): string | undefined => /"name":"eggs","release":"([^"]+)"/.exec(html)?.[1];

/** A site with a canary of eggs, which override links show to other visitors too. */
export async function anOverrideSite() {
  const api = await anApi({ PUBLIC_ORIGIN: SITE });
  const releases = join(api.folder, 'releases');
  const trial = await aTrial(releases, TEST_SIGNING_KEY);
  return {
    api,
    releases,
    trial,
    token: (expires = Date.now() + 60_000): Promise<string> =>
      signOverride(releases, { app: 'eggs', release: EGGS_CANARY, expires, site: SITE }, TEST_KEYS),
    /** From a visitor outside the trial: one with a random bucket might see it by chance. */
    open: (path: string, cookie = 'none=0'): Promise<Response> =>
      fetch(api.url + path, { headers: { Cookie: `__Host-${trial.otherCookie}; ${cookie}` }, redirect: 'manual' }),
  };
}

export type OverrideSite = Awaited<ReturnType<typeof anOverrideSite>>;
