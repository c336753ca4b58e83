import { parentPort, workerData } from 'node:worker_threads';
import { refusalsOfContent, type JudgedBuild } from '@site/releases';
import { runInBackground } from '../background-thread.ts';

runInBackground();
const { manifest, files } = workerData as JudgedBuild;
// A Buffer arrives as an array of bytes.
const buffers = files.map(({ path, content }) => ({
  path,
  content: Buffer.from(content.buffer, content.byteOffset, content.byteLength),
}));
parentPort?.postMessage(refusalsOfContent({ manifest, files: buffers }));
