import { createHash } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import { makePicture } from './make-picture.ts';
import type { WorkerAnswer, WorkerRequest } from './picture-messages.ts';
import { PictureRefusal, readSubmission, type ReadSubmission } from './read-submission.ts';

/** Submissions that were read and wait for the word whether a picture is to be made of them. */
const waiting = new Map<number, ReadSubmission>();

async function answerTo(request: WorkerRequest): Promise<WorkerAnswer> {
  try {
    if (request.kind === 'read') {
      const submission = readSubmission(Buffer.from(request.body));
      waiting.set(request.id, submission);
      const contentHash = createHash('sha256').update(submission.image).update(`|${submission.flowerCount}`).digest('hex');
      return { id: request.id, kind: 'read', flowerCount: submission.flowerCount, contentHash };
    }
    const submission = waiting.get(request.id);
    waiting.delete(request.id);
    if (request.kind === 'forget' || !submission) return { id: request.id, kind: 'forgotten' };
    return { id: request.id, kind: 'made', picture: await makePicture(submission.image) };
  } catch (error) {
    if (error instanceof PictureRefusal) return { id: request.id, kind: 'refused', problem: error.problem };
    return { id: request.id, kind: 'failed', message: error instanceof Error ? error.message : String(error) };
  }
}

parentPort?.on('message', (request: WorkerRequest) => {
  void answerTo(request).then((answer) => parentPort?.postMessage(answer));
});
