import { createHash } from 'node:crypto';
import { readSync } from 'node:fs';
import { runProcessInBackground } from '../background-thread.ts';
import { makePicture, restrictLibrary } from './make-picture.ts';
import { READY, type PictureAnswer, type PictureRequest } from './picture-messages.ts';
import { PictureRefusal, readSubmission, type ReadSubmission } from './read-submission.ts';

const STANDARD_INPUT = 0;

/** The submission that has been read and is waiting for `make` or `forget`. */
let read: ReadSubmission | null = null;

/** Blocks until the body is complete: this process has nothing else to do. */
function receiveBody(bytes: number): Buffer {
  const body = Buffer.alloc(bytes);
  let received = 0;
  while (received < bytes) {
    const count = readSync(STANDARD_INPUT, body, { offset: received });
    // The server has ended.
    if (count === 0) process.exit();
    received += count;
  }
  return body;
}

async function answerTo(request: Exclude<PictureRequest, { kind: 'forget' }>): Promise<PictureAnswer> {
  try {
    if (request.kind === 'read') {
      read = readSubmission(receiveBody(request.bytes));
      const contentHash = createHash('sha256').update(read.image).update(`|${read.flowerCount}`).digest('hex');
      return { kind: 'read', flowerCount: read.flowerCount, contentHash };
    }
    const submission = read;
    read = null;
    if (!submission) return { kind: 'failed', message: 'nothing was read' };
    return { kind: 'made', picture: await makePicture(submission.image) };
  } catch (error) {
    if (error instanceof PictureRefusal) return { kind: 'refused', problem: error.problem };
    return { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
  }
}

runProcessInBackground();
restrictLibrary();
// A supervisor or a terminal sends these signals to all processes of the server, which first finishes pending pictures.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => undefined);
// The server has ended, for whatever reason.
process.once('disconnect', () => process.exit());
/** A killed server accepts no more answers: this process ends with it, without a log line. */
const answer = (message: unknown): void => void process.send?.(message, (error: Error | null) => error && process.exit());
process.on('message', (request: PictureRequest) => {
  if (request.kind === 'forget') read = null;
  else void answerTo(request).then(answer);
});
answer(READY);
