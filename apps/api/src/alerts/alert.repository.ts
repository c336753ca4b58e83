import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, LessThan, Repository } from 'typeorm';
import { AlertEntity } from './alert.entity.ts';
import type { AlertState } from './next-alert.ts';
import type { AlertKind } from './alert-texts.ts';

/** One alert, whether or not a message was sent. */
export interface StoredAlert extends AlertState {
  readonly kind: string;
  readonly subject: string;
}

const bigintOf = (value: number | null): string | null => (value === null ? null : String(value));
const numberOf = (value: string | null): number | null => (value === null ? null : Number(value));

function stateOf({ raisedAt, clearedAt, reportedAt, ...row }: AlertEntity): StoredAlert {
  return { ...row, raisedAt: Number(raisedAt), clearedAt: numberOf(clearedAt), reportedAt: numberOf(reportedAt) };
}

@Injectable()
export class AlertRepository {
  constructor(@InjectRepository(AlertEntity) private readonly alerts: Repository<AlertEntity>) {}

  async ofKind(kind: AlertKind): Promise<StoredAlert[]> {
    return (await this.alerts.findBy({ kind })).map(stateOf);
  }

  /** Alerts whose cause persists, newest first. */
  async active(): Promise<StoredAlert[]> {
    const rows = await this.alerts.find({
      where: { clearedAt: IsNull() },
      order: { raisedAt: 'DESC', kind: 'ASC', subject: 'ASC' },
    });
    return rows.map(stateOf);
  }

  async save({ raisedAt, clearedAt, reportedAt, ...alert }: StoredAlert): Promise<void> {
    const times = { raisedAt: String(raisedAt), clearedAt: bigintOf(clearedAt), reportedAt: bigintOf(reportedAt) };
    await this.alerts.upsert({ ...alert, ...times }, ['kind', 'subject']);
  }

  /** Deletes alerts that ended before this time. */
  async removeClearedBefore(time: number): Promise<void> {
    await this.alerts
      .createQueryBuilder()
      .delete()
      .where({ clearedAt: LessThan(String(time)) })
      .execute();
  }
}
