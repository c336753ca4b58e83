import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { WithdrawalEntity } from './withdrawal.entity.ts';

@Injectable()
export class WithdrawalRepository {
  constructor(@InjectRepository(WithdrawalEntity) private readonly withdrawals: Repository<WithdrawalEntity>) {}

  /** Newest first. */
  all(): Promise<WithdrawalEntity[]> {
    return this.withdrawals.find({ order: { at: 'DESC' } });
  }

  /** The first reason stays. */
  async add(withdrawal: WithdrawalEntity): Promise<void> {
    await this.withdrawals.createQueryBuilder().insert().values(withdrawal).orIgnore().execute();
  }
}
