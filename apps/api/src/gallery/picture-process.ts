import { fork, type ChildProcess } from 'node:child_process';
import type { PictureAnswer, PictureRequest } from './picture-messages.ts';

export interface ProcessOptions {
  readonly file: URL;
  /** How long a process may take to load. */
  readonly startMs: number;
  /** How long a process may take for one request, measured from when the request is sent to it. */
  readonly answerMs: number;
}

/** The process ended in the middle of its work. */
export class ProcessLost extends Error {}
/** No process can do the work now: none can be started, or it took too long and was killed. */
export class ProcessUnavailable extends Error {}

type Failure = new (message: string) => Error;

/**
 * A separate process that reads submissions and makes their pictures, one at a time. In a thread of the server, the picture
 * library would decode on the threads that the whole server uses for files, SQLite and compression. The process has none of the
 * server's settings, and ends with the server.
 */
export class PictureProcess {
  /** Resolves when it is ready for its first request. @throws ProcessUnavailable */
  readonly started: Promise<unknown>;
  /** Resolves when the process has ended and its entry in the process table is gone, or when it could not be started. */
  readonly ended: Promise<void>;
  private readonly child: ChildProcess;
  private error: string | null = null;

  /** @throws ProcessUnavailable */
  constructor(private readonly options: ProcessOptions) {
    try {
      this.child = fork(options.file, {
        serialization: 'advanced',
        execArgv: [],
        // One picture at a time, in one thread.
        env: { UV_THREADPOOL_SIZE: '1' },
        stdio: ['pipe', 'ignore', 'inherit', 'ipc'],
      });
    } catch (cause) {
      throw new ProcessUnavailable(cause instanceof Error ? cause.message : String(cause));
    }
    // An error without a listener would end the server. `close` follows even if the process could not be started or has ended.
    this.child.on('error', ({ message }) => {
      this.error = message;
    });
    this.child.stdin?.on('error', () => undefined);
    this.ended = new Promise((resolve) => {
      this.child.once('close', () => resolve());
    });
    this.started = this.nextMessage(options.startMs, ProcessUnavailable);
  }

  get hasEnded(): boolean {
    const { pid, exitCode, signalCode } = this.child;
    return pid === undefined || exitCode !== null || signalCode !== null;
  }

  /** Reads a body, given as it was received. @throws ProcessLost, ProcessUnavailable */
  read(body: readonly Buffer[]): Promise<PictureAnswer> {
    const answer = this.ask({ kind: 'read', bytes: body.reduce((bytes, chunk) => bytes + chunk.length, 0) });
    // As a message, 16 MB would block the event loop for 3 to 8 ms. Through the pipe, without a copy, it takes 0.6 ms.
    this.child.stdin?.cork();
    for (const chunk of body) this.child.stdin?.write(chunk);
    this.child.stdin?.uncork();
    return answer;
  }

  /** Makes the picture from the body that was read. @throws ProcessLost, ProcessUnavailable */
  make(): Promise<PictureAnswer> {
    return this.ask({ kind: 'make' });
  }

  forget(): void {
    this.send({ kind: 'forget' });
  }

  /** Ends it even in the middle of a picture, or while it is suspended. */
  kill(): void {
    this.child.kill('SIGKILL');
  }

  private ask(request: PictureRequest): Promise<PictureAnswer> {
    const answer = this.nextMessage(this.options.answerMs, ProcessLost);
    this.send(request);
    return answer as Promise<PictureAnswer>;
  }

  /** A request that cannot be sent needs no handling here: the process has ended. */
  private send(request: PictureRequest): void {
    this.child.send(request, () => undefined);
  }

  /** The next message. If it does not arrive in time, the process is killed, and is gone when the promise is rejected. */
  private nextMessage(limitMs: number, Lost: Failure): Promise<unknown> {
    const { child } = this;
    return new Promise((resolve, reject) => {
      let isLate = false;
      const timer = setTimeout(() => {
        isLate = true;
        child.off('message', onMessage);
        this.kill();
      }, limitMs);
      const stop = (): void => {
        clearTimeout(timer);
        child.off('message', onMessage).off('close', onClose);
      };
      const onMessage = (message: unknown): void => {
        stop();
        resolve(message);
      };
      const onClose = (code: number | null, signal: string | null): void => {
        stop();
        reject(isLate ? new ProcessUnavailable(`over ${limitMs} ms`) : new Lost(this.error ?? signal ?? `exit ${code}`));
      };
      child.on('message', onMessage).on('close', onClose);
    });
  }
}
