import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { HttpError } from '../http/app-error.ts';
import { GalleryError } from './gallery.errors.ts';
import type { MadePicture } from './make-picture.ts';
import { WorkerSlot, WorkerLost, WorkerNotStarted, WorkerTooSlow, type WorkerOptions } from './worker-slot.ts';
import type { WorkerAnswer } from './picture-messages.ts';

/** Threads run compiled code, also when the rest runs from source in a test. */
const WORKER_FILE = import.meta.url.endsWith('.ts') ? '../../dist/gallery/picture.worker.js' : './picture.worker.js';
const OPTIONS: WorkerOptions = { workerFile: new URL(WORKER_FILE, import.meta.url), startMs: 20_000, answerMs: 20_000 };
/** Uploads processed at a time. */
const WORKERS = 2;
const MAX_WAITING = 8;
/** A picture that has crashed two workers counts as broken. */
const MAX_LOST = 2;

export interface SubmissionInWorker {
  readonly flowerCount: number;
  /** SHA-256 of the upload: picture and number of flowers. */
  readonly contentHash: string;
  /** @throws GalleryError, HttpError */
  readonly make: () => Promise<MadePicture>;
  /** Releases the worker for the next upload; the caller of `read` must call it whatever the outcome. */
  readonly forget: () => void;
}

function problemOf(answer: WorkerAnswer): Error {
  if (answer.kind === 'refused') return new GalleryError(answer.problem, 'the picture is refused');
  return new Error(answer.kind === 'failed' ? answer.message : `the worker answered ${answer.kind}`);
}

/** Reads and re-encodes pictures in separate threads: ten megabytes of base64 would block the event loop for everyone. */
@Injectable()
export class PictureWorkerPool implements OnModuleDestroy {
  private readonly slots: readonly WorkerSlot[];
  private readonly free: WorkerSlot[];
  private readonly waiting: ((slot: WorkerSlot) => void)[] = [];
  private isClosed = false;

  constructor(options = OPTIONS) {
    this.slots = Array.from({ length: WORKERS }, () => new WorkerSlot(options));
    this.free = [...this.slots];
  }

  /** True if no further upload should be admitted; those already admitted are still processed. */
  get isFull(): boolean {
    return this.waiting.length >= MAX_WAITING;
  }

  /** @throws GalleryError if the body is not an acceptable submission, HttpError if no worker is available */
  async read(body: Uint8Array<SharedArrayBuffer>): Promise<SubmissionInWorker> {
    const slot = this.free.pop() ?? (await new Promise<WorkerSlot>((resolve) => this.waiting.push(resolve)));
    let isForgotten = false;
    const forget = (): void => {
      if (isForgotten) return;
      isForgotten = true;
      slot.forget();
      const next = this.waiting.shift();
      if (next) next(slot);
      else this.free.push(slot);
    };
    const losses = { workers: 0 };
    try {
      const answer = await this.insist(losses, () => slot.read(body));
      if (answer.kind !== 'read') throw problemOf(answer);
      const make = async (): Promise<MadePicture> => {
        const made = await this.insist(losses, () => slot.make(body));
        if (made.kind !== 'made') throw problemOf(made);
        return made.picture;
      };
      return { flowerCount: answer.flowerCount, contentHash: answer.contentHash, make, forget };
    } catch (error) {
      forget();
      throw error;
    }
  }

  async onModuleDestroy(): Promise<void> {
    this.isClosed = true;
    await Promise.all(this.slots.map((slot) => slot.close()));
  }

  /**
   * If a worker is lost, the visitor does not have to send ten megabytes again: another worker repeats the work.
   * @param losses of this submission, in whichever step
   */
  private async insist(losses: { workers: number }, work: () => Promise<WorkerAnswer>): Promise<WorkerAnswer> {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (error instanceof WorkerTooSlow)
          throw new GalleryError('IMAGE_UNDECODABLE', `the worker was too slow: ${error.message}`);
        const isLost = error instanceof WorkerLost;
        if (!isLost && !(error instanceof WorkerNotStarted)) throw error;
        if (isLost) losses.workers += 1;
        if (isLost && losses.workers < MAX_LOST && !this.isClosed) continue;
        if (isLost && !this.isClosed) throw new GalleryError('IMAGE_UNDECODABLE', `the worker was lost again: ${error.message}`);
        throw new HttpError('OVERLOADED', `no picture worker: ${error.message}`);
      }
    }
  }
}
