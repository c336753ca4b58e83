import { runProcessInBackground } from '../background-thread.ts';
import { makePicture } from './make-picture.ts';
import { READY, type ProcessAnswer } from './picture-messages.ts';
import { PictureRefusal } from './read-submission.ts';

async function answerTo(image: Uint8Array): Promise<ProcessAnswer> {
  try {
    return { kind: 'made', picture: await makePicture(Buffer.from(image.buffer, image.byteOffset, image.byteLength)) };
  } catch (error) {
    if (error instanceof PictureRefusal) return { kind: 'refused', problem: error.problem };
    return { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
  }
}

runProcessInBackground();
// A supervisor or a terminal sends these signals to all processes of the server, which first finishes pending pictures.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => undefined);
// Whatever ended its worker, even in the middle of a picture.
process.once('disconnect', () => process.exit());
/** A killed server accepts no more responses: its process ends with it, without a log line. */
const answer = (message: unknown): void => void process.send?.(message, (error: Error | null) => error && process.exit());
process.on('message', (image) => void answerTo(image as Uint8Array).then(answer));
answer(READY);
