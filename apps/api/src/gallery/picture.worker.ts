import { createHash } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import { runInBackground } from '../background-thread.ts';
import { PictureProcess } from './picture-process.ts';
import { READY, type WorkerAnswer, type WorkerRequest } from './picture-messages.ts';
import { PictureRefusal, readSubmission, type ReadSubmission } from './read-submission.ts';

// A lost process ends its thread too; the pool then starts both again.
const pictures = new PictureProcess(() => process.exit(1));

/** The submission that was read and waits for `make` or `forget`. */
let read: ReadSubmission | null = null;

async function answerTo(request: Extract<WorkerRequest, { kind: 'read' | 'make' }>): Promise<WorkerAnswer> {
  try {
    if (request.kind === 'read') {
      read = readSubmission(Buffer.from(request.body));
      const contentHash = createHash('sha256').update(read.image).update(`|${read.flowerCount}`).digest('hex');
      return { kind: 'read', flowerCount: read.flowerCount, contentHash };
    }
    const submission = read;
    read = null;
    if (!submission) return { kind: 'failed', message: 'nothing was read' };
    return await pictures.make(submission.image);
  } catch (error) {
    if (error instanceof PictureRefusal) return { kind: 'refused', problem: error.problem };
    return { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
  }
}

runInBackground();
parentPort?.on('message', (request: WorkerRequest) => {
  if (request.kind === 'forget') read = null;
  else if (request.kind === 'end') pictures.end();
  else void answerTo(request).then((answer) => parentPort?.postMessage(answer));
});
await pictures.ready();
parentPort?.postMessage(READY);
