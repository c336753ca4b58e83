import type { PictureAnswer } from './picture-messages.ts';
import { PictureProcess, type ProcessOptions } from './picture-process.ts';

/** A process that has one submission at a time: whatever happens to the process, no other submission caused it. */
export class ProcessSlot {
  private current: PictureProcess | null = null;
  /** The process that has read the body; no other process has it. */
  private readBy: PictureProcess | null = null;

  constructor(private readonly options: ProcessOptions) {}

  /** @throws ProcessLost, ProcessUnavailable */
  async read(body: readonly Buffer[]): Promise<PictureAnswer> {
    const running = await this.running();
    const answer = await running.read(body);
    this.readBy = running;
    return answer;
  }

  /** Makes the picture from a body, which is read again if the process that had read it is gone. @throws as `read` */
  async make(body: readonly Buffer[]): Promise<PictureAnswer> {
    const running = await this.running();
    if (running !== this.readBy) await running.read(body);
    return running.make();
  }

  forget(): void {
    this.readBy?.forget();
    this.readBy = null;
  }

  /** Resolves when the process is gone. */
  async close(): Promise<void> {
    this.current?.kill();
    await this.current?.ended;
  }

  /** A process that has ended, even while idle, is replaced by another one. */
  private async running(): Promise<PictureProcess> {
    if (this.current === null || this.current.hasEnded) this.current = new PictureProcess(this.options);
    const { current } = this;
    await current.started;
    return current;
  }
}
