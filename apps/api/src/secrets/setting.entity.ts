import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A value that is kept across restarts, such as a key that the server generated, or the time of the last backup. */
@Entity({ name: 'setting' })
export class SettingEntity {
  @PrimaryColumn({ name: 'name', type: 'text' })
  name!: string;

  @Column({ name: 'value', type: 'text' })
  value!: string;
}
