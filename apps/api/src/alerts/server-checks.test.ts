import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { closeAtEnd } from '../test-support/left-open.ts';
import { AlertChecks } from './alert-checks.ts';
import { ServerChecks } from './server-checks.ts';

const MINUTE = 60_000;

test('a public address that cannot be reached is tried once an hour, and the alert about its certificate stays as it is', async () => {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closeAtEnd(async () => {
    server.close();
    await once(server, 'close');
  });
  let now = 0;
  const checks = new AlertChecks();
  new ServerChecks(
    checks,
    { usedShare: () => Promise.resolve(null) },
    { madeAt: () => Promise.resolve(null) } as never,
    {
      isSecure: true,
      publicOrigin: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
      alerts: { backupDays: null } as never,
    },
    { now: () => new Date(now) },
  ).onModuleInit();
  const check = checks.all.get('certificate-ending')!;
  await expect(check()).rejects.toThrow();
  now += MINUTE;
  expect(await check()).toBeNull();
  expect(connections).toBe(1);
  now += 60 * MINUTE;
  await expect(check()).rejects.toThrow();
  expect(connections).toBe(2);
});
