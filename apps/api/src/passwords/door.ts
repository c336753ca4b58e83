import type { Config } from '../config/config.ts';

/** What a password opens: the list of drafts, or the owner's area. */
export type Door = 'drafts' | 'owner';

export type DoorConfig = Pick<Config, 'draftPasswordHash' | 'ownerPasswordHash'>;

/** The setting of a door's password. */
export const PASSWORD_SETTING = { drafts: 'DRAFT_PASSWORD_HASH', owner: 'OWNER_PASSWORD_HASH' } as const satisfies Readonly<
  Record<Door, string>
>;

/** Null if the door has no password, and stays closed. */
export const passwordHashOf = (config: DoorConfig, door: Door): string | null =>
  door === 'drafts' ? config.draftPasswordHash : config.ownerPasswordHash;
