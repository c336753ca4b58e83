import { Inject, Injectable } from '@nestjs/common';
import { registryEntry } from '@site/contracts';
import type { FolderStore, SeenState, SwitchResult } from '@site/releases';
import { WithdrawnTrials } from '../trials/withdrawn-trials.ts';
import { ReleaseApiError, withApiErrors } from './release-api.errors.ts';
import { ReleaseStores, type ChangedBy } from './release-stores.ts';

/** Switches between existing releases, for the owner and for teams. */
@Injectable()
export class ReleaseSwitches {
  constructor(
    private readonly stores: ReleaseStores,
    @Inject(WithdrawnTrials) private readonly withdrawn: Pick<WithdrawnTrials, 'has' | 'refresh'>,
  ) {}

  /**
   * Makes the canary stable.
   * @param seen state that the caller saw: if the app has left it, nothing is promoted
   * @throws ReleaseApiError
   */
  promote(by: ChangedBy, app: string, message: string | null, seen?: SeenState): Promise<SwitchResult> {
    return withApiErrors(async () => {
      const store = this.stores.storeFor(by);
      await this.requireNotWithdrawn(store, app);
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

  /** @throws ReleaseApiError RELEASE_REFUSED if the site has withdrawn the canary: it failed, and must not continue */
  async requireNotWithdrawn(store: FolderStore, app: string): Promise<void> {
    const canary = registryEntry(await store.liveApps(), app)?.canary;
    if (!canary) return;
    // Another process may have withdrawn it a moment ago.
    await this.withdrawn.refresh();
    if (this.withdrawn.has(app, canary))
      throw new ReleaseApiError(
        'RELEASE_REFUSED',
        `${app} ${canary.release} was withdrawn by the site; \`site rollback ${app}\` ends the canary; then you can try again`,
      );
  }
}
