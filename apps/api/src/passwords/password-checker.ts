import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { ScryptHash } from '../config/scrypt-hash.ts';
import { WorkQueue } from '../http/work-queue.ts';
import type { PasswordQuestion } from './password.worker.ts';
import type { Realm } from './realm.ts';

/** Threads run compiled code, even when the rest runs from source in a test. */
const FILE = import.meta.url.endsWith('.ts') ? '../../dist/passwords/password.worker.js' : './password.worker.js';
const MAX_WAITING = 9;

/** A queue for each realm, and one for browsers that once knew its password, so that the attempts of others cannot fill it. */
export type PasswordQueue = Realm | `known at ${Realm}`;

/**
 * Checks one password at a time in a separate thread, so that Node's threads for files and databases stay free. The queues take turns.
 */
@Injectable()
export class PasswordChecker implements OnModuleDestroy {
  private readonly queues: Readonly<Record<PasswordQueue, WorkQueue>> = {
    drafts: new WorkQueue(1, MAX_WAITING),
    'known at drafts': new WorkQueue(1, MAX_WAITING),
    owner: new WorkQueue(1, MAX_WAITING),
    'known at owner': new WorkQueue(1, MAX_WAITING),
  };
  /** Each queue has at most one password here, so this one is never full. */
  private readonly turns = new WorkQueue(1, Object.keys(this.queues).length);
  private worker: Worker | null = null;

  /** @throws HttpError OVERLOADED if too many are waiting in this queue */
  check(password: string, expected: ScryptHash, queue: PasswordQueue): Promise<boolean> {
    return this.queues[queue].run(() => this.turns.run(() => this.ask({ password, expected })));
  }

  private async ask(question: PasswordQuestion): Promise<boolean> {
    const worker = (this.worker ??= new Worker(new URL(FILE, import.meta.url)));
    worker.postMessage(question);
    try {
      const [isRight] = await once(worker, 'message');
      return isRight === true;
    } catch (error) {
      // A failed thread is replaced when the next password arrives.
      this.worker = null;
      throw error;
    }
  }

  async onModuleDestroy(): Promise<void> {
    await this.worker?.terminate();
  }
}
