import { Worker } from 'node:worker_threads';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { HttpError } from '../http/app-error.ts';
import { GalleryError } from './gallery.errors.ts';
import type { MadePicture } from './make-picture.ts';
import type { WorkerAnswer, WorkerRequest } from './picture-messages.ts';

/** Threads run compiled code, also when the rest runs from source in a test. */
const WORKER_FILE = import.meta.url.endsWith('.ts') ? '../../dist/gallery/picture.worker.js' : './picture.worker.js';
const ANSWER_MS = 20_000;

export interface SubmissionOnTheBench {
  readonly flowerCount: number;
  /** SHA-256 of what was sent: picture and number of flowers. */
  readonly contentHash: string;
  /** @throws GalleryError */
  readonly make: () => Promise<MadePicture>;
  /** Lets go of the bytes; nothing happens when a picture was made of them. */
  readonly forget: () => void;
}

interface Waiter {
  readonly worker: Worker;
  readonly resolve: (answer: WorkerAnswer) => void;
  readonly reject: (error: Error) => void;
}

/** Reads and re-encodes pictures in a thread of its own: ten megabytes of base64 would stop the event loop for everybody. */
@Injectable()
export class PictureWorkshop implements OnModuleDestroy {
  private worker: Worker | null = null;
  private readonly waiters = new Map<number, Waiter>();
  private nextId = 1;

  /** @throws GalleryError when the body is no acceptable submission */
  async read(body: Uint8Array<ArrayBuffer>): Promise<SubmissionOnTheBench> {
    const id = this.nextId++;
    const answer = await this.ask({ id, kind: 'read', body }, [body.buffer]);
    if (answer.kind !== 'read') throw this.problemOf(answer);
    return {
      flowerCount: answer.flowerCount,
      contentHash: answer.contentHash,
      make: async () => {
        const made = await this.ask({ id, kind: 'make' });
        if (made.kind === 'made') return made.picture;
        throw this.problemOf(made);
      },
      forget: () => this.worker?.postMessage({ id, kind: 'forget' } satisfies WorkerRequest),
    };
  }

  async onModuleDestroy(): Promise<void> {
    const { worker } = this;
    this.worker = null;
    await worker?.terminate();
  }

  private problemOf(answer: WorkerAnswer): Error {
    if (answer.kind === 'refused') return new GalleryError(answer.problem, 'the picture is refused');
    return new Error(answer.kind === 'failed' ? answer.message : `the worker answered ${answer.kind}`);
  }

  private ask(request: WorkerRequest, transfer: ArrayBuffer[] = []): Promise<WorkerAnswer> {
    const worker = (this.worker ??= this.startWorker());
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.waiters.delete(request.id);
        // Whatever it does, it does it too long: a new one takes its place, from this moment on.
        if (this.worker === worker) this.worker = null;
        void worker.terminate();
        reject(new GalleryError('IMAGE_UNDECODABLE', `the worker took over ${ANSWER_MS} ms`));
      }, ANSWER_MS);
      const settle =
        <T>(done: (value: T) => void) =>
        (value: T): void => {
          clearTimeout(timer);
          this.waiters.delete(request.id);
          done(value);
        };
      this.waiters.set(request.id, { worker, resolve: settle(resolve), reject: settle(reject) });
      worker.postMessage(request, transfer);
    });
  }

  private startWorker(): Worker {
    const worker = new Worker(new URL(WORKER_FILE, import.meta.url));
    worker.on('message', (answer: WorkerAnswer) => this.waiters.get(answer.id)?.resolve(answer));
    worker.on('error', (error) => this.loseWorker(worker, error.message));
    worker.on('exit', (code) => this.loseWorker(worker, `exit ${code}`));
    return worker;
  }

  /** Those who waited for it may try again; those who wait for its successor are not concerned. */
  private loseWorker(worker: Worker, reason: string): void {
    if (this.worker === worker) this.worker = null;
    for (const waiter of [...this.waiters.values()]) {
      if (waiter.worker !== worker) continue;
      waiter.reject(new HttpError('OVERLOADED', `the picture worker was lost: ${reason}`, { 'Retry-After': '2' }));
    }
  }
}
