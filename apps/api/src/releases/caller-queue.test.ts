import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { request as httpRequest, type IncomingMessage, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { HttpAdapterHost } from '@nestjs/core';
import { parseSigningKey, releasePaths, signRequest } from '@site/releases';
import { aTeam, type Team } from '../test-support/a-team.ts';
import { aSite, withEggs } from '../test-support/a-team-site.ts';
import { CallerQueue } from './caller-queue.ts';
import { ReleaseStores } from './release-stores.ts';

/** Tasks that run until the test ends them, the oldest first. */
function heldTasks() {
  const started: string[] = [];
  const held: (() => void)[] = [];
  let isOver = false;
  const hold = (name: string): Promise<void> => {
    started.push(name);
    return isOver ? Promise.resolve() : new Promise((resolve) => held.push(resolve));
  };
  const endOne = (): void => held.shift()?.();
  /** Also those that start later. */
  const endAll = (): void => {
    isOver = true;
    while (held.length > 0) endOne();
  };
  return { started, hold, endOne, endAll };
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await delay(5);
}

test('a key gets its share of the slots, and at most 50 of its tasks wait, whatever other keys do', async () => {
  const queue = new CallerQueue(3, 2);
  const { started, hold, endOne, endAll } = heldTasks();
  const ask = (keyid: string) => queue.run({ keyid, requireCurrent: () => Promise.resolve() }, () => hold(keyid));
  const stolen = Array.from({ length: 53 }, () => ask('stolen'));
  const others = [ask('other'), ask('third')];
  const outcomes = Promise.allSettled([...stolen, ...others]);
  await delay(0);
  expect(started).toEqual(['stolen', 'stolen', 'other']);
  endOne();
  await until(() => started.length > 3);
  expect(started[3]).toBe('third');
  endAll();
  const refused = (await outcomes).flatMap((outcome, index) => (outcome.status === 'rejected' ? [[index, outcome.reason]] : []));
  expect(refused).toEqual([[52, expect.objectContaining({ code: 'OVERLOADED' })]]);
});

test('one key’s checks do not keep another team waiting; none is made if the client has gone or the key was revoked', async () => {
  const api = await aSite();
  const { owner, eggs, to } = await withEggs(api);
  const hens = await aTeam();
  await owner.site('team', 'add', 'hens', '--key', hens.publicKey, '--paths', '/projects/hens', ...to);
  for (const [app, team] of Object.entries({ eggs, hens })) await team.site('check', ...(await team.build(app)), ...to);

  const { started, hold, endOne, endAll } = heldTasks();
  const stores = api.get(ReleaseStores);
  const { uploads } = stores;
  const [build, storeFor] = [uploads.build.bind(uploads), stores.storeFor.bind(stores)];
  uploads.build = async (app, ...rest) => {
    await (app === 'eggs' ? hold(app) : started.push(app));
    return build(app, ...rest);
  };
  let asked = 0;
  stores.storeFor = (caller) => {
    asked += 1;
    return storeFor(caller);
  };
  const server = api.get(HttpAdapterHost).httpAdapter.getHttpServer() as Server;
  /** Sends a check, and waits until it is running or queued. */
  const check = async ({ key }: Team, app: string) => {
    const [release] = await readdir(releasePaths.uploads(join(api.folder, 'releases'), app));
    const url = new URL(`/api/releases/${app}/uploads/${release}/check`, api.url);
    const headers = signRequest({ method: 'POST', url, body: Buffer.alloc(0) }, parseSigningKey(key), new Date());
    const connected = once(server, 'connection') as Promise<[Socket]>;
    const request = httpRequest(url, { method: 'POST', headers, agent: false });
    const response = once(request, 'response') as Promise<[IncomingMessage]>;
    const status = response.then(
      ([{ statusCode }]) => statusCode,
      () => 'none',
    );
    const before = asked;
    request.end();
    const [socket] = await connected;
    await until(() => asked > before);
    const hangUp = async (): Promise<void> => {
      request.destroy();
      if (!socket.destroyed) await once(socket, 'close');
    };
    return { status, hangUp };
  };

  const first = await check(eggs, 'eggs');
  const gone = await check(eggs, 'eggs');
  const second = await check(eggs, 'eggs');
  await gone.hangUp();
  const other = await check(hens, 'hens');
  await until(() => started.length > 1);
  expect(started).toEqual(['eggs', 'hens']);
  expect(await other.status).toBe(200);
  endOne();
  expect(await first.status).toBe(200);
  await until(() => started.length > 2);
  const last = await check(eggs, 'eggs');
  const [, listed] = await owner.site('team', 'list', ...to);
  const id = /eggs {2}(\w{12})/.exec(listed)?.[1] ?? '';
  expect((await owner.site('team', 'revoke', 'eggs', '--key', id, ...to))[0]).toBe(0);
  endAll();
  expect([await second.status, await last.status, started]).toEqual([200, 401, ['eggs', 'hens', 'eggs']]);
  await api.close();
});
