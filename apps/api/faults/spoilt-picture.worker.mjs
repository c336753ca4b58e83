// The picture worker of the built server, which a submission can spoil: `spoil: {how, flag}` beside its picture.
// `exit` ends the thread when it has the body, `exit-after-read` when it has answered that it read it, `hang` never ends.
// With a `flag` it does so once: while no file is there.
import { writeFileSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';

function spoilOf(body) {
  const { spoil } = JSON.parse(Buffer.from(body).toString('utf8'));
  try {
    if (spoil?.flag) writeFileSync(spoil.flag, '', { flag: 'wx' });
    return spoil?.how;
  } catch {
    return undefined;
  }
}

parentPort.on('message', (request) => {
  if (request.kind !== 'read') return;
  const how = spoilOf(request.body);
  if (how === 'exit') process.exit(3);
  if (how === 'hang') for (;;);
  if (how !== 'exit-after-read') return;
  const { postMessage } = parentPort;
  parentPort.postMessage = (...args) => {
    postMessage.apply(parentPort, args);
    process.exit(3);
  };
});

await import('../dist/gallery/picture.worker.js');
