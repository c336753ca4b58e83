import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A browser that entered the right password for a realm. The table's name is from when there were only drafts. */
@Entity({ name: 'draft_session' })
export class SessionEntity {
  /** SHA-256 of the realm, the cookie and the password's hash: someone who reads the database cannot forge a cookie. */
  @PrimaryColumn({ name: 'token_hash', type: 'text' })
  tokenHash!: string;

  /** Milliseconds since 1970. */
  @Column({ name: 'expires_at', type: 'bigint' })
  expiresAt!: string;
}
