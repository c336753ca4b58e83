import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { aFaultUpstream, hangs, hangsInBody } from '../test-support/a-fault-upstream.ts';
import { collectGarbage } from '../test-support/collect-garbage.ts';
import { deadline, untilAborted } from './deadline.ts';

let url: string;
let slowUrl: string;
beforeAll(async () => {
  url = (await aFaultUpstream(hangs)).baseUrl;
  slowUrl = (await aFaultUpstream(hangsInBody)).baseUrl;
});

/** As happens all the time on a busy server. */
async function whileGarbageIsCollected<T>(work: Promise<T>): Promise<T> {
  const timer = setInterval(collectGarbage, 20);
  return work.finally(() => clearInterval(timer));
}

test.each([
  ['alone', () => fetch(url, { signal: deadline(300) })],
  ['combined with another signal', () => fetch(url, { signal: deadline(300, new AbortController().signal) })],
  ['with an existing `Request`', () => fetch(new Request(url), { signal: deadline(300) })],
])('a deadline ends a hanging request (%s) despite garbage collection', async (_how, ask) => {
  const started = Date.now();
  await expect(whileGarbageIsCollected(ask())).rejects.toMatchObject({ name: 'TimeoutError' });
  expect(Date.now() - started).toBeGreaterThanOrEqual(290);
});

/** In a process of its own, because Jest keeps responses from being collected. */
const READER = `
setInterval(gc, 20).unref();
const controller = new AbortController();
setTimeout(() => controller.abort(new Error('too late')), 1_000);
const untilAborted = ${untilAborted.toString()};
async function read(signal) {
  const pieces = [];
  const response = untilAborted(await fetch(process.argv[1], { signal, redirect: 'error' }), signal);
  for await (const piece of response.body) pieces.push(piece);
}
await read(controller.signal);
`;

test('despite garbage collection, a signal ends a body that does not arrive', async () => {
  const reading = promisify(execFile)(process.execPath, ['--expose-gc', '--input-type=module', '--eval', READER, slowUrl], {
    timeout: 60_000,
  });
  await expect(reading).rejects.toMatchObject({ stderr: expect.stringContaining('too late') });
});
