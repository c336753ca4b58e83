import { Injectable } from '@nestjs/common';
import type { AlertKind } from './alert-texts.ts';
import type { Finding } from './next-alert.ts';

/** Returns what is wrong now, or null if this process cannot tell. @throws Error if the check itself failed, which changes nothing */
export type AlertCheck = () => Promise<readonly Finding[] | null>;

/** The checks of all parts of the site, one for each kind of alert. */
@Injectable()
export class AlertChecks {
  readonly all = new Map<AlertKind, AlertCheck>();

  /** Call it in `onModuleInit`. */
  add(kind: AlertKind, check: AlertCheck): void {
    if (this.all.has(kind)) throw new Error(`two checks of ${kind}`);
    this.all.set(kind, check);
  }
}
