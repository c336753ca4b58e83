import { join } from 'node:path';
import { readRegistry } from '@site/releases';
import { TEST_KEYS, TEST_SIGNING_KEY } from '../a-config.ts';
import { TEST_PASSWORD, TEST_PASSWORD_HASH } from '../a-password.ts';
import { aTrial, EGGS_STABLE, EGGS_CANARY } from '../a-trial.ts';
import { anApi, type TestApi } from '../an-api.ts';
import { cookiesOf } from '../cookies-of.ts';

export const TOKEN = 'o'.repeat(32);
export const SETTINGS = { OWNER_PASSWORD_HASH: TEST_PASSWORD_HASH, OWNER_TOKEN: TOKEN };
/** What the page's forms send while the canary of eggs is on trial. */
export const TRIAL = { app: 'eggs', stable: EGGS_STABLE, canary: EGGS_CANARY };

/** The owner, logged in to a site that has `SETTINGS`. */
export async function anOwnerSession(api: TestApi) {
  const send = (path: string, headers: Record<string, string>, body?: URLSearchParams) =>
    fetch(api.url + path, { redirect: 'manual', headers, ...(body && { method: 'POST', body }) });
  const session = { Cookie: cookiesOf(await send('/owner/login', {}, new URLSearchParams({ password: TEST_PASSWORD }))) };
  return {
    api,
    session,
    page: async (path = '/owner'): Promise<string> => (await send(path, session)).text(),
    /** Sends a form of the page. */
    decide: (fields: Record<string, string>, headers: Record<string, string> = session) =>
      send('/owner', headers, new URLSearchParams({ password: TEST_PASSWORD, ...fields })),
    registry: () => readRegistry(join(api.folder, 'releases'), TEST_KEYS.verifying),
  };
}

/** The owner, logged in to a site with a canary of eggs. */
export async function anOwnerWithTrial() {
  const api = await anApi(SETTINGS);
  await aTrial(join(api.folder, 'releases'), TEST_SIGNING_KEY);
  return anOwnerSession(api);
}

export type OwnerSession = Awaited<ReturnType<typeof anOwnerSession>>;
