import type { Config } from '../config/config.ts';

/** A protected part of the site with its own password: the list of drafts, or the owner's area. */
export type Realm = 'drafts' | 'owner';

export type RealmConfig = Pick<Config, 'draftPasswordHash' | 'ownerPasswordHash'>;

/** The setting of a realm's password. */
export const PASSWORD_SETTING = { drafts: 'DRAFT_PASSWORD_HASH', owner: 'OWNER_PASSWORD_HASH' } as const satisfies Readonly<
  Record<Realm, string>
>;

/** Null if the realm has no password: then nobody gets in. */
export const passwordHashOf = (config: RealmConfig, realm: Realm): string | null =>
  realm === 'drafts' ? config.draftPasswordHash : config.ownerPasswordHash;
