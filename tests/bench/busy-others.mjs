// The load while busy.mjs measures: two clients send pictures and two try passwords, without a pause. Posts `ready` after the
// first response to each, and the two counts when told to stop.
import { parentPort, workerData } from 'node:worker_threads';

const { url, imageData } = workerData;
const done = { uploads: 0, tries: 0 };
let number = 0;
const state = { isOver: false };
parentPort.once('message', () => {
  state.isOver = true;
});

/** Each time from a new network, so that the limits per visitor and per network do not apply. */
async function send(count, path, body, status) {
  number += 1;
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': `10.${number >> 8}.${number & 255}.1` },
    body: body(number),
  });
  const text = await response.text();
  if (response.status !== status) throw new Error(`${path} returned ${response.status}: ${text}`);
  done[count] += 1;
}

const upload = (n) => JSON.stringify({ imageData, flowerCount: 1 + (n % 1000) });
const password = (n) => JSON.stringify({ password: `wrong ${n}` });
const WORK = [
  ['uploads', '/api/kaleidoscope-submissions', upload, 201],
  ['tries', '/api/verify-password', password, 200],
];
const again = async (work) => {
  while (!state.isOver) await send(...work);
};

for (const work of WORK) await send(...work);
parentPort.postMessage('ready');
await Promise.all([...WORK, ...WORK].map(again));
parentPort.postMessage(done);
