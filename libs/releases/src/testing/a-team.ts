import type { KeyObject } from 'node:crypto';
import { authorityOf } from '../authority/authority.ts';
import { changeAuthority } from '../authority/authority-store.ts';
import { nextRootText, withTeamKey } from '../authority/change-authority.ts';
import { generateSigningKey, parseSigningKey } from '../signing.ts';
import { testKeys as owner } from './builds.ts';

export const aKey = (): KeyObject => parseSigningKey(generateSigningKey());

/** What the owner grants to a team. */
export const aGrant = (app: string, key = aKey()) => ({
  app,
  key,
  prefixes: [`/projects/${app}`],
  maxBytes: 1_000_000,
  until: '2027-01-01T00:00:00.000Z',
});

/** Delegates an app in a store to a new team. @returns the team's key */
export async function giveApp(root: string, app: string, now: Date): Promise<KeyObject> {
  const grant = aGrant(app);
  const before = authorityOf(root, owner.verifying);
  const rootText =
    before.root.version === 0
      ? nextRootText(before, { owners: [owner.signing], online: aKey(), signing: [owner.signing] })
      : undefined;
  const targets = withTeamKey(before, grant, owner.signing);
  await changeAuthority(root, { ...(rootText && { root: rootText }), targets, statements: [] }, owner, now);
  return grant.key;
}
