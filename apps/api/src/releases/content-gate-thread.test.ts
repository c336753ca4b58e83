import { setTimeout as delay } from 'node:timers/promises';
import type { JudgedBuild } from '@site/releases';
import { judgeInThread } from './content-gate-thread.ts';

/** A remote with these files. */
function aBuild(files: Readonly<Record<string, string>>): JudgedBuild {
  const contract = {
    name: 'eggs',
    hostApi: '^1.0.0',
    singletons: {},
    routes: [],
    cards: [],
    endpoints: [],
    sizeBudget: { pageScriptKilobytes: 40 },
  };
  return {
    manifest: {
      schema: 1,
      kind: 'remote',
      app: 'eggs',
      release: '0.1.0-aaaaaaaaaaaa',
      files: {},
      entry: 'remoteEntry.js',
      container: 'eggs',
      contract,
      shared: { scripts: [], styles: [] },
      pages: {},
    },
    files: Object.entries({ 'remoteEntry.js': 'export {}', ...files }).map(([path, text]) => ({
      path,
      content: Buffer.from(text),
    })),
  };
}

const never = new AbortController().signal;
/** Takes seconds to check. */
const SLOW = `${'0,'.repeat(900_000)}0`;

test('the thread returns the same reasons as the gate', async () => {
  expect(await judgeInThread(aBuild({}), never)).toEqual([]);
  expect(await judgeInThread(aBuild({ 'a.js': "eval('1')" }), never)).toEqual([expect.stringContaining('a.js calls eval')]);
});

test('a release that takes too long is refused', async () => {
  const reasons = await judgeInThread(aBuild({ 'a.js': SLOW, 'b.js': SLOW }), never, 500);
  expect(reasons).toEqual([expect.stringContaining('take more than 0.5 s or 512 MB to check')]);
});

test('a server keeps running during a check; if it stops, it cancels the one in progress and those waiting, and asks for another attempt', async () => {
  const stop = new AbortController();
  const checks = [1, 2].map(() => judgeInThread(aBuild({ 'a.js': SLOW, 'b.js': SLOW }), stop.signal));
  // The check takes seconds of this thread if it is not in its own.
  for (let turns = 0; turns < 10; turns += 1) await delay(10);
  stop.abort();
  for (const check of await Promise.allSettled(checks))
    expect(check).toMatchObject({
      status: 'rejected',
      reason: { code: 'STORE_BUSY', details: expect.stringContaining('is stopping') },
    });
});
