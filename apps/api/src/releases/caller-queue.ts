import { WorkQueue } from '../http/work-queue.ts';
import { withApiErrors } from './release-api.errors.ts';
import type { Caller } from './release-callers.ts';

const MAX_WAITING = 200;
const MAX_WAITING_OF_KEY = 50;

/** Runs a few expensive requests at a time. Each key gets a share of the slots, so that a stolen one does not stop everyone's releases. */
export class CallerQueue {
  private readonly slots: WorkQueue;
  /** By the key's ID. The owner knows all of them, so there are few. */
  private readonly shares = new Map<string, WorkQueue>();

  constructor(
    maxRunning: number,
    private readonly maxOfKey: number,
  ) {
    this.slots = new WorkQueue(maxRunning, MAX_WAITING);
  }

  /** @throws HttpError OVERLOADED if too many are waiting; and what `requireCurrent` throws when the request's turn comes */
  run<T>(caller: Pick<Caller, 'keyid' | 'requireCurrent'>, work: () => Promise<T>): Promise<T> {
    const share = this.shares.get(caller.keyid) ?? new WorkQueue(this.maxOfKey, MAX_WAITING_OF_KEY);
    this.shares.set(caller.keyid, share);
    const inTurn = async (): Promise<T> => {
      await caller.requireCurrent();
      return work();
    };
    return withApiErrors(() => share.run(() => this.slots.run(inTurn)));
  }
}
