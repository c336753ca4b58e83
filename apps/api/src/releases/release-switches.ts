import { Injectable } from '@nestjs/common';
import type { SeenState, SwitchResult } from '@site/releases';
import { withApiErrors } from './release-api.errors.ts';
import { ReleaseStores, type ChangedBy } from './release-stores.ts';

/** Switches between existing releases, for the owner and for teams. */
@Injectable()
export class ReleaseSwitches {
  constructor(private readonly stores: ReleaseStores) {}

  /**
   * Makes the canary stable.
   * @param seen state that the caller saw: if the app has left it, nothing is promoted
   * @throws ReleaseApiError
   */
  promote(by: ChangedBy, app: string, message: string | null, seen?: SeenState): Promise<SwitchResult> {
    return withApiErrors(async () => {
      const store = this.stores.storeFor(by);
      await this.stores.requireNotWithdrawn(store, app);
      return store.promote(app, message, seen);
    });
  }

  /**
   * Makes an earlier release live again.
   * @param to without it the last step is undone: the canary if there is one, otherwise the live release
   * @param seen state that the caller saw: if the app has left it, nothing is undone
   * @throws ReleaseApiError
   */
  rollback(by: ChangedBy, app: string, to: string | undefined, message: string | null, seen?: SeenState): Promise<SwitchResult> {
    return withApiErrors(() => this.stores.storeFor(by).rollback(app, to, message, seen));
  }
}
