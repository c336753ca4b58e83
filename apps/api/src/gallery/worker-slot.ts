import { Worker } from 'node:worker_threads';
import { READY, type WorkerAnswer, type WorkerRequest } from './picture-messages.ts';

export interface WorkerOptions {
  readonly workerFile: URL;
  /** How long a worker may take to load before it counts as lost. */
  readonly startMs: number;
  /** How long a worker may take for one request, from the time it has nothing else to do. */
  readonly answerMs: number;
}

/** How long a thread may take to end by itself. */
const MAX_END_MS = 1_000;

/** The worker ended in the middle of its work. */
export class WorkerLost extends Error {}
/** The worker took too long and was terminated. */
export class WorkerTooSlow extends Error {}
/** No worker can be started, whatever the work. */
export class WorkerNotStarted extends Error {}

/** A thread with a single submission, from its first byte to its last: whatever happens to the thread, no other submission caused it. */
export class WorkerSlot {
  private current: { readonly worker: Worker; readonly started: Promise<Worker> } | null = null;
  /** The worker that has read the body; no other one has it. */
  private readBy: Worker | null = null;

  constructor(private readonly options: WorkerOptions) {}

  /** @throws WorkerLost, WorkerTooSlow, WorkerNotStarted */
  async read(body: Uint8Array<SharedArrayBuffer>): Promise<WorkerAnswer> {
    const worker = await this.worker();
    const answer = await this.ask(worker, { kind: 'read', body });
    this.readBy = worker;
    return answer;
  }

  /** Makes the picture from a body, which is read again if the worker that had read it is gone. @throws as `read` */
  async make(body: Uint8Array<SharedArrayBuffer>): Promise<WorkerAnswer> {
    const worker = await this.worker();
    if (worker !== this.readBy) await this.ask(worker, { kind: 'read', body });
    return this.ask(worker, { kind: 'make' });
  }

  forget(): void {
    this.readBy?.postMessage({ kind: 'forget' } satisfies WorkerRequest);
    this.readBy = null;
  }

  async close(): Promise<void> {
    await this.current?.worker.terminate();
  }

  private worker(): Promise<Worker> {
    this.current ??= this.start();
    return this.current.started;
  }

  /** From now on another worker takes its place. */
  private drop(worker: Worker): void {
    if (this.current?.worker === worker) this.current = null;
  }

  /** Terminating a thread leaves its child process as a zombie, so a thread that still responds is asked to end itself. */
  private end(worker: Worker): void {
    const timer = setTimeout(() => void worker.terminate(), MAX_END_MS);
    timer.unref();
    worker.once('exit', () => clearTimeout(timer));
    worker.postMessage({ kind: 'end' } satisfies WorkerRequest);
  }

  private start(): { readonly worker: Worker; readonly started: Promise<Worker> } {
    const worker = this.newWorker();
    // Also for a worker that ends while idle.
    worker.once('exit', () => this.drop(worker));
    // An error without a listener would end the process.
    worker.on('error', () => undefined);
    const isReady = (message: unknown): Worker | undefined => (message === READY ? worker : undefined);
    return { worker, started: this.hear(worker, this.options.startMs, WorkerNotStarted, WorkerNotStarted, isReady) };
  }

  private newWorker(): Worker {
    try {
      return new Worker(this.options.workerFile);
    } catch (cause) {
      throw new WorkerNotStarted(cause instanceof Error ? cause.message : String(cause));
    }
  }

  private ask(worker: Worker, request: WorkerRequest): Promise<WorkerAnswer> {
    const answer = this.hear(worker, this.options.answerMs, WorkerLost, WorkerTooSlow, (message) => message as WorkerAnswer);
    worker.postMessage(request);
    return answer;
  }

  /** The next message of a worker, within a time limit. */
  private hear<T>(
    worker: Worker,
    limitMs: number,
    Lost: new (message: string) => Error,
    TooSlow: new (message: string) => Error,
    parse: (message: unknown) => T | undefined,
  ): Promise<T> {
    return new Promise((resolve, reject) => {
      const fail = (error: Error): void => {
        stop();
        this.drop(worker);
        reject(error);
      };
      const timer = setTimeout(() => {
        fail(new TooSlow(`over ${limitMs} ms`));
        this.end(worker);
      }, limitMs);
      const onMessage = (message: unknown): void => {
        const value = parse(message);
        if (value === undefined) return;
        stop();
        resolve(value);
      };
      const onError = (cause: Error): void => fail(new Lost(cause.message));
      const onExit = (code: number): void => fail(new Lost(`exit ${code}`));
      const stop = (): void => {
        clearTimeout(timer);
        worker.off('message', onMessage).off('exit', onExit).off('error', onError);
      };
      worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    });
  }
}
