import { fork } from 'node:child_process';
import { once } from 'node:events';
import { READY, type ProcessAnswer } from './picture-messages.ts';

const FILE = new URL('./picture.process.js', import.meta.url);

/**
 * A separate process that makes pictures, one at a time. In a worker thread the picture library would decode on the threads that the whole
 * server uses for files, SQLite and compression. The process has none of the server's settings, and ends with the thread that
 * started it.
 */
export class PictureProcess {
  private readonly child = fork(FILE, {
    serialization: 'advanced',
    execArgv: [],
    // One picture at a time, in one thread.
    env: { UV_THREADPOOL_SIZE: '1' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });

  /** @param onLost called if the process ended, or could not be started */
  constructor(onLost: () => void) {
    this.child.once('exit', onLost).once('error', onLost);
  }

  /** Resolves when it is ready for its first picture. */
  async ready(): Promise<void> {
    let message: unknown;
    do [message] = (await once(this.child, 'message')) as unknown[];
    while (message !== READY);
  }

  /** Ends it even in the middle of a picture. `onLost` is called once it has ended. */
  end(): void {
    this.child.kill('SIGKILL');
  }

  /** @param image as uploaded */
  async make(image: Buffer): Promise<ProcessAnswer> {
    const answer = once(this.child, 'message');
    this.child.send(image);
    const [made] = (await answer) as [ProcessAnswer];
    return made;
  }
}
