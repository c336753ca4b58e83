import { Inject, Injectable } from '@nestjs/common';
import { AlertRepository } from './alert.repository.ts';
import { ALERTS, isAlertKind, type AlertKind } from './alert-texts.ts';

/** An alert with its text. */
interface ActiveAlert {
  readonly kind: AlertKind;
  readonly title: string;
  readonly what: string;
  readonly toDo: string;
  /** ISO 8601, UTC. */
  readonly since: string;
}

/** The alerts whose cause persists, with their text. */
@Injectable()
export class ActiveAlerts {
  constructor(@Inject(AlertRepository) private readonly alerts: Pick<AlertRepository, 'active'>) {}

  /** Newest first. An alert of an unknown kind is omitted: a later release may have stored it. */
  async all(): Promise<ActiveAlert[]> {
    return (await this.alerts.active()).flatMap(({ kind, what, raisedAt }) =>
      isAlertKind(kind) ? [{ kind, ...ALERTS[kind], what, since: new Date(raisedAt).toISOString() }] : [],
    );
  }
}
