import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { HttpError } from '../http/app-error.ts';
import { GalleryError } from './gallery.errors.ts';
import type { MadePicture } from './make-picture.ts';
import type { PictureAnswer } from './picture-messages.ts';
import { ProcessLost, ProcessUnavailable, type ProcessOptions } from './picture-process.ts';
import { ProcessSlot } from './process-slot.ts';

/** Processes run compiled code, even when the rest runs from source in a test. */
const FILE = import.meta.url.endsWith('.ts') ? '../../dist/gallery/picture.process.js' : './picture.process.js';
export const PROCESS_OPTIONS: ProcessOptions = { file: new URL(FILE, import.meta.url), startMs: 20_000, answerMs: 20_000 };
/** Uploads processed concurrently. */
const PROCESSES = 2;
const MAX_WAITING = 8;
/** A picture that has crashed two processes counts as broken. */
const MAX_LOST = 2;

export interface SubmissionInProcess {
  readonly flowerCount: number;
  /** SHA-256 of the upload: picture and number of flowers. */
  readonly contentHash: string;
  /** @throws GalleryError, HttpError */
  readonly make: () => Promise<MadePicture>;
  /** Releases the process for the next upload; the caller of `read` must call it whatever the outcome. */
  readonly forget: () => void;
}

function problemOf(answer: PictureAnswer): Error {
  if (answer.kind === 'refused') return new GalleryError(answer.problem, 'the picture is refused');
  return new Error(answer.kind === 'failed' ? answer.message : `the process responded with ${answer.kind}`);
}

/** Reads and re-encodes pictures in separate processes: ten megabytes of base64 would block the event loop for everyone. */
@Injectable()
export class PictureProcessPool implements OnModuleDestroy {
  private readonly slots: readonly ProcessSlot[];
  private readonly free: ProcessSlot[];
  private readonly waiting: ((slot: ProcessSlot) => void)[] = [];
  private isClosed = false;

  constructor(options = PROCESS_OPTIONS) {
    this.slots = Array.from({ length: PROCESSES }, () => new ProcessSlot(options));
    this.free = [...this.slots];
  }

  /** True if no further upload should be admitted; those already admitted are still processed. */
  get isFull(): boolean {
    return this.waiting.length >= MAX_WAITING;
  }

  /** @throws GalleryError if the body is not an acceptable submission, HttpError if no process is available */
  async read(body: readonly Buffer[]): Promise<SubmissionInProcess> {
    const slot = this.free.pop() ?? (await new Promise<ProcessSlot>((resolve) => this.waiting.push(resolve)));
    let isForgotten = false;
    const forget = (): void => {
      if (isForgotten) return;
      isForgotten = true;
      slot.forget();
      const next = this.waiting.shift();
      if (next) next(slot);
      else this.free.push(slot);
    };
    const losses = { processes: 0 };
    try {
      const answer = await this.retryIfLost(losses, () => slot.read(body));
      if (answer.kind !== 'read') throw problemOf(answer);
      const make = async (): Promise<MadePicture> => {
        const made = await this.retryIfLost(losses, () => slot.make(body));
        if (made.kind !== 'made') throw problemOf(made);
        return made.picture;
      };
      return { flowerCount: answer.flowerCount, contentHash: answer.contentHash, make, forget };
    } catch (error) {
      forget();
      throw error;
    }
  }

  /** Resolves when all processes are gone. */
  async onModuleDestroy(): Promise<void> {
    this.isClosed = true;
    await Promise.all(this.slots.map((slot) => slot.close()));
  }

  /**
   * If a process is lost, the visitor does not have to send ten megabytes again: another process repeats the work.
   * @param losses number of processes that this submission has lost, in all its steps
   */
  private async retryIfLost(losses: { processes: number }, work: () => Promise<PictureAnswer>): Promise<PictureAnswer> {
    while (!this.isClosed) {
      try {
        return await work();
      } catch (error) {
        // `MAX_PIXELS` bounds the work of any picture, so it is the machine that is too slow: the picture may be sent again.
        if (error instanceof ProcessUnavailable) throw new HttpError('OVERLOADED', `picture process: ${error.message}`);
        if (!(error instanceof ProcessLost)) throw error;
        losses.processes += 1;
        if (losses.processes === MAX_LOST && !this.isClosed)
          throw new GalleryError('IMAGE_UNDECODABLE', `the process was lost again: ${error.message}`);
      }
    }
    throw new HttpError('OVERLOADED', 'the server is closing');
  }
}
