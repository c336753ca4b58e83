import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { ScryptHash } from '../config/scrypt-hash.ts';
import { WorkQueue } from '../http/work-queue.ts';
import type { PasswordQuestion } from './password.worker.ts';

/** Threads run compiled code, even when the rest runs from source in a test. */
const FILE = import.meta.url.endsWith('.ts') ? '../../dist/passwords/password.worker.js' : './password.worker.js';
const MAX_WAITING = 9;

/** Checks one password at a time in a separate thread, so that Node's threads for files and databases stay free. */
@Injectable()
export class PasswordChecker implements OnModuleDestroy {
  private readonly queue = new WorkQueue(1, MAX_WAITING);
  private worker: Worker | null = null;

  /** @throws HttpError OVERLOADED if too many are waiting */
  check(password: string, expected: ScryptHash): Promise<boolean> {
    return this.queue.run(async () => {
      const worker = (this.worker ??= new Worker(new URL(FILE, import.meta.url)));
      worker.postMessage({ password, expected } satisfies PasswordQuestion);
      try {
        const [isRight] = await once(worker, 'message');
        return isRight === true;
      } catch (error) {
        // A failed thread is replaced when the next password arrives.
        this.worker = null;
        throw error;
      }
    });
  }

  async onModuleDestroy(): Promise<void> {
    await this.worker?.terminate();
  }
}
