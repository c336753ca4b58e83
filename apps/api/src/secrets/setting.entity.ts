import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A value that the server generated and needs again after a restart. */
@Entity({ name: 'setting' })
export class SettingEntity {
  @PrimaryColumn({ name: 'name', type: 'text' })
  name!: string;

  @Column({ name: 'value', type: 'text' })
  value!: string;
}
