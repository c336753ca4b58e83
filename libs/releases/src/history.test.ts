import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readLog } from './deployments.ts';
import { isRolledBack, pointerOf, readHistory } from './history.ts';
import { releasePaths } from './paths.ts';
import { readPublished } from './published.ts';
import { publish } from './publish.ts';
import { kill, rollback } from './switch-release.ts';
import { aRemoteBuild, testKeys as keys } from './testing/builds.ts';

const now = new Date('2026-11-20T10:00:00Z');
const idOf = (hash: string) => `0.1.0-${hash.repeat(12)}`;

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'history-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

const put = (hash: string) => publish(root, aRemoteBuild({ hash, text: `export const x = '${hash}'` }), keys, now);

/** Reading them fails, and so does every command that tries to. */
async function makeUnreadable(...serials: number[]): Promise<void> {
  for (const serial of serials) {
    await rm(releasePaths.registrySerial(root, serial));
    await mkdir(releasePaths.registrySerial(root, serial));
  }
}

test('rolling back and killing read only as many registries as they need', async () => {
  for (const hash of ['a', 'b', 'c', 'd']) await put(hash);
  await makeUnreadable(1);
  await expect(pointerOf(readHistory(root, keys.verifying), 'eggs', idOf('e'))).rejects.toThrow('EISDIR');
  expect((await rollback(root, 'eggs', undefined, keys, now)).to).toBe(idOf('c'));
  expect((await kill(root, 'eggs', idOf('c'), keys, now)).to).toBe(idOf('b'));
  expect(await isRolledBack(readHistory(root, keys.verifying), 'eggs', idOf('d'))).toBe(true);
});

test('a server reads each past registry only once', async () => {
  for (const hash of ['a', 'b', 'c']) await put(hash);
  const [before, published] = [await readLog(root, keys.verifying), await readPublished(root, keys.verifying)];
  // The newest of them was live when the log was read.
  await makeUnreadable(1, 2);
  await put('d');
  const log = await readLog(root, keys.verifying);
  expect([log.length, log.slice(1)]).toEqual([4, before]);
  expect(await readLog(root, keys.verifying)).toEqual(log);
  await makeUnreadable(3);
  const names = await readPublished(root, keys.verifying);
  expect([published.size, names.size, [...published].every((name) => names.has(name))]).toEqual([3, 4, true]);
});

test('the log of a store in which an older registry is live again starts with that one', async () => {
  for (const hash of ['a', 'b', 'c']) await put(hash);
  await readLog(root, keys.verifying);
  await rm(root, { recursive: true });
  await put('e');
  expect(await readLog(root, keys.verifying)).toMatchObject([{ serial: 1, to: idOf('e') }]);
});
