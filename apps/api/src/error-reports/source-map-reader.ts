import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { MapAnswer, MapQuestion } from './source-map.worker.ts';

/** Threads run compiled code, even when the rest runs from source in a test. */
const FILE = import.meta.url.endsWith('.ts') ? '../../dist/error-reports/source-map.worker.js' : './source-map.worker.js';
/** Maps come from teams and may be large: a ten-megabyte map takes a second. */
const MAX_MS = 10_000;
const MAX_MEMORY_MB = 192;

/** Reads source maps in a thread of its own, because parsing an ordinary one takes up to 50 ms. One question at a time. */
@Injectable()
export class SourceMapReader implements OnModuleDestroy {
  /** How long a question may take. */
  readonly maxMs: number = MAX_MS;
  private worker: Worker | null = null;
  private isClosed = false;

  /** Places that cannot be found, or take too long, are null. */
  async find(question: MapQuestion): Promise<MapAnswer> {
    if (this.isClosed) return question.places.map(() => null);
    const worker = (this.worker ??= this.start());
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), this.maxMs);
    try {
      const answered = once(worker, 'message', { signal: stop.signal });
      const ended = once(worker, 'exit', { signal: stop.signal }).then(() => {
        throw new Error('the thread has ended');
      });
      worker.postMessage(question);
      const [answer] = (await Promise.race([answered, ended])) as [MapAnswer];
      return answer;
    } catch {
      // The thread is replaced when the next question arrives.
      if (this.worker === worker) this.worker = null;
      await worker.terminate();
      return question.places.map(() => null);
    } finally {
      clearTimeout(timer);
      stop.abort();
    }
  }

  async onModuleDestroy(): Promise<void> {
    this.isClosed = true;
    await this.worker?.terminate();
  }

  private start(): Worker {
    const worker = new Worker(new URL(FILE, import.meta.url), { resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB } });
    // An idle thread must not keep the process alive, and its failure is handled by the call to `find` that caused it.
    worker.unref();
    worker.on('error', () => undefined);
    return worker;
  }
}
