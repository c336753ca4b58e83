import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { AlertChecks } from '../alerts/alert-checks.ts';
import type { Finding } from '../alerts/next-alert.ts';
import { LiveRegistry } from '../site/live-registry.ts';
import { WithdrawalRepository } from '../trials/withdrawal.repository.ts';

/** Alerts the operator that the site has ended a trial, as long as the trial is in the registry. */
@Injectable()
export class CanaryAlerts implements OnModuleInit {
  constructor(
    private readonly checks: AlertChecks,
    @Inject(LiveRegistry) private readonly live: Pick<LiveRegistry, 'current'>,
    @Inject(WithdrawalRepository) private readonly withdrawals: Pick<WithdrawalRepository, 'all'>,
  ) {}

  onModuleInit(): void {
    this.checks.add('canary-withdrawn', () => this.checkWithdrawals());
  }

  private async checkWithdrawals(): Promise<Finding[]> {
    const { registry } = await this.live.current();
    const withdrawn = await this.withdrawals.all();
    return withdrawn.flatMap(({ app, trial, release, reason }) => {
      const canary = registry.apps[app]?.canary;
      if (canary?.since !== trial || canary.release !== release) return [];
      return [{ subject: `${app} ${release}`, what: `${app} ${release}: ${reason}` }];
    });
  }
}
