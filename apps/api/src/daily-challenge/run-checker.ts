import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { WorkQueue } from '../http/work-queue.ts';
import type { RunAnswer, RunQuestion } from './run-check.worker.ts';

/** Threads run compiled code, even when the rest runs from source in a test. */
const FILE = import.meta.url.endsWith('.ts') ? '../../dist/daily-challenge/run-check.worker.js' : './run-check.worker.js';
const MAX_WAITING = 20;

/** Replays one run at a time in a separate thread. */
@Injectable()
export class RunChecker implements OnModuleDestroy {
  private readonly queue = new WorkQueue(1, MAX_WAITING);
  private worker: Worker | null = null;

  /** @throws HttpError OVERLOADED when too many are waiting */
  check(question: RunQuestion): Promise<RunAnswer> {
    return this.queue.run(async () => {
      const worker = (this.worker ??= new Worker(new URL(FILE, import.meta.url)));
      worker.postMessage(question);
      try {
        const [answer] = (await once(worker, 'message')) as [RunAnswer]; // the worker sends nothing else
        return answer;
      } catch (error) {
        // A failed thread is replaced when the next run arrives.
        this.worker = null;
        throw error;
      }
    });
  }

  async onModuleDestroy(): Promise<void> {
    await this.worker?.terminate();
  }
}
