import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A trial of a release that the site itself ended. */
@Entity({ name: 'withdrawal' })
export class WithdrawalEntity {
  @PrimaryColumn({ name: 'app', type: 'text' })
  app!: string;

  /** Serial of the registry that started the trial. */
  @PrimaryColumn({ name: 'trial', type: 'integer' })
  trial!: number;

  /** Part of the key, because serials start over in a new release store. */
  @PrimaryColumn({ name: 'release', type: 'text' })
  release!: string;

  /** For the owner. */
  @Column({ name: 'reason', type: 'text' })
  reason!: string;

  /** ISO 8601. */
  @Column({ name: 'at', type: 'text' })
  at!: string;
}
