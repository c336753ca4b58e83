// The picture worker of the built server, which a submission can break: `spoil: {how, flag}` beside its picture.
// `exit` ends the thread when it has the body, `exit-after-read` when it has answered that it read it, `hang` never ends.
// With a `flag` it does so once, while that file does not exist. `exit-in-each-step` ends one thread when it has the body, and the next one when
// it is asked for the picture.
import { writeFileSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';

let endsInMake = false;

function isFirst(flag) {
  try {
    writeFileSync(flag, '', { flag: 'wx' });
    return true;
  } catch {
    return false;
  }
}

function spoilOf(body) {
  const { spoil: { how, flag } = {} } = JSON.parse(Buffer.from(body).toString('utf8'));
  if (how !== 'exit-in-each-step') return flag === undefined || isFirst(flag) ? how : undefined;
  if (isFirst(`${flag}-read`)) return 'exit';
  endsInMake = isFirst(`${flag}-make`);
  return undefined;
}

parentPort.on('message', (request) => {
  if (request.kind === 'make' && endsInMake) process.exit(3);
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
