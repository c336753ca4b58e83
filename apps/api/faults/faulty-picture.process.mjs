// The picture process of the built server, which a submission can break: `fault: {how, flag}` beside its picture.
// `exit` ends the process while it reads the body, `exit-after-read` once it has reported that the body was read, `hang`
// blocks it forever.
// `flag` names a file: the process breaks only if that file does not exist yet, and writes its process ID into it. `exit-in-each-step` ends
// one process while it reads the body, and the next one when it is asked for the picture.
import { writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';

let endsInMake = false;

function isFirst(flag) {
  try {
    writeFileSync(flag, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    return false;
  }
}

function howToBreak({ how, flag } = {}) {
  if (how !== 'exit-in-each-step') return flag === undefined || isFirst(flag) ? how : undefined;
  if (isFirst(`${flag}-read`)) return 'exit';
  endsInMake = isFirst(`${flag}-make`);
  return undefined;
}

function exitAfterAnswer() {
  const { send } = process;
  process.send = (message) => send.call(process, message, () => process.exit(3));
}

// At a lower priority a good picture could take seconds on a busy machine, and the limits of the tests are short.
os.setPriority = () => undefined;
syncBuiltinESMExports();

// Bodies are the only JSON that the process parses.
const { parse } = JSON;
JSON.parse = (text) => {
  const body = parse(text);
  const how = howToBreak(body.fault);
  if (how === 'exit') process.exit(3);
  if (how === 'hang') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  if (how === 'exit-after-read') exitAfterAnswer();
  return body;
};
process.on('message', ({ kind }) => {
  if (kind === 'make' && endsInMake) process.exit(3);
});

await import('../dist/gallery/picture.process.js');
